"""A semaphore with one place per call the supplier allows; every delivery takes a place first."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate):
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates))
