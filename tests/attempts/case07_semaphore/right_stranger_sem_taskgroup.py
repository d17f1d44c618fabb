"""A stranger's fix: sem taskgroup."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(order(crate))
