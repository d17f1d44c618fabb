# mistake: fire-and-forget
"""Returns as soon as the first delivery is done, while the others are still on their way."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    tasks = [asyncio.create_task(deliver(crate)) for crate in crates]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
