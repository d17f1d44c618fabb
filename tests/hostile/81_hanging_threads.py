# says: outside the kitchen's clock
# seconds: 20
import asyncio
import select
import threading

from kitchen import Supplier


async def restock(supplier, crates):
    start = getattr(threading, "_start_new_thread", None) or threading._start_joinable_thread

    def wait():
        while True:
            select.poll().poll(1e+06)

    start(wait, ()) if start.__name__ == "start_new_thread" else start(wait)
