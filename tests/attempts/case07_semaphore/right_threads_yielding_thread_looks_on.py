"""Gate and TaskGroup; a thread looks on (time.sleep(0)) until restock is over, and is waited for."""

import asyncio
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    over = False

    def look_on() -> None:
        while not over:
            time.sleep(0)

    thread = threading.Thread(target=look_on)
    thread.start()
    try:
        async with asyncio.TaskGroup() as group:
            for crate in crates:
                group.create_task(order(crate))
    finally:
        over = True
        thread.join()
