# mistake: gate-round-create-task
"""The place is given back as soon as the task exists, long before the crate is there."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            async with gate:
                tg.create_task(supplier.deliver(crate))
