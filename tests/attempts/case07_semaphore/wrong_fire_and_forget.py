# mistake: fire-and-forget
"""The tasks are started and kept, but restock returns without waiting for them."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)
background = set()


async def deliver(supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    for crate in crates:
        task = asyncio.create_task(deliver(supplier, crate))
        background.add(task)
        task.add_done_callback(background.discard)
