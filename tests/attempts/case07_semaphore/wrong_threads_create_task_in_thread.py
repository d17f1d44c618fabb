# mistake: from-another-thread
import asyncio
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    tasks: list[asyncio.Task[None]] = []
    made = asyncio.Event()

    def make() -> None:
        for crate in crates:
            time.sleep(0.001)  # looks the crate up
            tasks.append(loop.create_task(order(crate)))
        loop.call_soon(made.set)

    thread = threading.Thread(target=make)
    thread.start()
    try:
        await made.wait()
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.to_thread(thread.join)
