"""The gate written out by hand: acquire, try, deliver, finally release."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def deliver_one(supplier, crate):
    await gate.acquire()
    try:
        await supplier.deliver(crate)
    finally:
        gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver_one(supplier, crate))
