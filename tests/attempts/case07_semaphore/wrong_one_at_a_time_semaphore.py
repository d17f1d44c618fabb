# mistake: one-at-a-time
"""A semaphore with one place: right at the door, and five times too slow."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(1)


async def deliver(supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, crate))
