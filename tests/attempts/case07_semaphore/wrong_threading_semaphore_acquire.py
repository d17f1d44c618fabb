# mistake: threading-primitive
"""acquire() of a threading semaphore blocks the thread that all the tasks run on."""

import asyncio
from collections.abc import Sequence
from threading import BoundedSemaphore

from kitchen import Supplier

gate = BoundedSemaphore(Supplier.limit)


async def deliver(supplier: Supplier, crate: int) -> None:
    gate.acquire()
    try:
        await supplier.deliver(crate)
    finally:
        gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, crate))
