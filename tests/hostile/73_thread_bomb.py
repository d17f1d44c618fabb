# says: .
# seconds: 30
# needs: user
import asyncio
import select
import threading

from kitchen import Supplier


async def restock(supplier, crates):
    start = getattr(threading, "_start_new_thread", None) or threading._start_joinable_thread

    def wait():
        select.poll().poll(100000)

    count = 0
    try:
        while count < 5_000:
            start(wait, ()) if start.__name__ == "start_new_thread" else start(wait)
            count += 1
    except RuntimeError:
        pass
    raise RuntimeError(f"{count} threads")
