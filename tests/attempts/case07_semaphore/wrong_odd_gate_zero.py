# mistake: gate-of-none
"""Semaphore(0): deadlock at once."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(0)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(order(c) for c in crates))
