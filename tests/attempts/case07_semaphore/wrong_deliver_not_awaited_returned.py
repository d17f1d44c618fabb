# mistake: deliver-not-awaited
"""Each task returns its call un-awaited, and nobody looks at what the gather brings back."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def order(supplier: Supplier, crate: int):
    async with gate:
        return supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(order(supplier, crate) for crate in crates))
