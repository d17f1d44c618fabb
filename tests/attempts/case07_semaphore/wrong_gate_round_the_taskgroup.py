# mistake: gate-round-the-gather
"""The semaphore is held around the whole TaskGroup instead of in each task."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    semaphore = asyncio.Semaphore(supplier.limit)
    async with semaphore, asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(supplier.deliver(crate))
