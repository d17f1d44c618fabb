# mistake: shielded
"""Shield: calls in the air go on after cancellation."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await asyncio.shield(supplier.deliver(crate))

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
