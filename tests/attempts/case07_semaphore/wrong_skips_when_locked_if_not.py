# mistake: skips-when-locked
"""Goes in only if there is room right now, and there is no else."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def deliver(supplier: Supplier, crate: int) -> None:
    if not gate.locked():
        async with gate:
            await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, crate))
