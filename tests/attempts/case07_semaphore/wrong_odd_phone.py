# mistake: blocks-the-loop
"""Supplier.phone blocks."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            supplier.phone(crate)

    await asyncio.gather(*(order(c) for c in crates))
