# mistake: swallows-cancel
import asyncio
import queue
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    line: queue.SimpleQueue[int] = queue.SimpleQueue()
    for crate in crates:
        line.put(crate)
    calls: set[Future[None]] = set()

    def work() -> None:
        while not line.empty():
            try:
                crate = line.get_nowait()
            except queue.Empty:
                return
            call = asyncio.run_coroutine_threadsafe(supplier.deliver(crate), loop)
            calls.add(call)
            try:
                call.result()
            except BaseException:  # spoiled: on with the next
                pass
            calls.discard(call)

    pool = ThreadPoolExecutor(supplier.limit)
    try:
        await asyncio.gather(*(loop.run_in_executor(pool, work) for _ in range(supplier.limit)))
    finally:
        for call in list(calls):
            call.cancel()
        pool.shutdown(wait=False, cancel_futures=True)
