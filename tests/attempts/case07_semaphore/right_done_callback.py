"""Acquire in the loop, release in the task's callback; leftovers are cancelled in finally."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    tasks = []
    try:
        for crate in crates:
            await gate.acquire()
            task = asyncio.create_task(supplier.deliver(crate))
            task.add_done_callback(lambda _: gate.release())
            tasks.append(task)
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        for task in tasks:
            task.cancel()
