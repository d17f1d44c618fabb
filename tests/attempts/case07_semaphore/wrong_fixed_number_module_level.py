# mistake: fixed-number
"""Five places at module level, right only as long as the supplier takes five."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.BoundedSemaphore(5)


async def deliver(supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, crate))
