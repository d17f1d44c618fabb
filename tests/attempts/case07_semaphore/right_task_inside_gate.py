"""The call is made a task inside the gate and awaited there too."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        async with gate:
            call = asyncio.create_task(supplier.deliver(crate))
            await call

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
