"""A pool of supplier.limit threads is the gate. Each thread has the loop make the call
(run_coroutine_threadsafe) and waits for it; the loop's side can hang it up."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    lock = threading.Lock()
    calls: set[Future[None]] = set()
    closed = False

    async def call(crate: int) -> None:
        if not closed:  # looked at in the loop, where it is set
            await supplier.deliver(crate)

    def order(crate: int) -> None:
        with lock:
            if closed:
                return
            one = asyncio.run_coroutine_threadsafe(call(crate), loop)
            calls.add(one)
        try:
            one.result()
        finally:
            with lock:
                calls.discard(one)

    pool = ThreadPoolExecutor(supplier.limit)
    try:
        await asyncio.gather(*(loop.run_in_executor(pool, order, crate) for crate in crates))
    finally:
        with lock:
            closed = True
            under_way = list(calls)
        for one in under_way:
            one.cancel()  # wakes its thread at once, and hangs up in the loop's next turn
        pool.shutdown(wait=True, cancel_futures=True)
