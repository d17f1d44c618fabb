# mistake: gate-per-order
"""Every order makes a semaphore of its own, so nobody ever waits for anybody."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def order(supplier: Supplier, crate: int) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(order(supplier, crate) for crate in crates), return_exceptions=True)
