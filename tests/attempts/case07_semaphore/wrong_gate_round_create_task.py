# mistake: gate-round-create-task
"""The gate is held only while a task is created, and creating one takes no time at all."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    tasks = []
    for crate in crates:
        async with gate:
            tasks.append(asyncio.create_task(supplier.deliver(crate)))
    await asyncio.gather(*tasks, return_exceptions=True)
