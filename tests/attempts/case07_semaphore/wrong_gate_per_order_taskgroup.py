# mistake: gate-per-order
"""The semaphore is made inside the nested function, once for each crate."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async def deliver(crate: int) -> None:
        async with asyncio.Semaphore(supplier.limit):
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(crate))
