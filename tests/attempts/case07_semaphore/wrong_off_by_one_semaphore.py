# mistake: off-by-one
"""The semaphore has one place more than the supplier takes calls."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit + 1)

    async def deliver(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
