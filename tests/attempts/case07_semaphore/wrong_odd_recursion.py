# mistake: raises
"""Order calls itself: RecursionError."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate):
        async with gate:
            pass
        await deliver(crate)

    await asyncio.gather(*(deliver(c) for c in crates))
