# mistake: never-released
"""The loop takes a place for every task, and the tasks don't know that they should give it back."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.BoundedSemaphore(Supplier.limit)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as group:
        for crate in crates:
            await gate.acquire()
            group.create_task(supplier.deliver(crate))
