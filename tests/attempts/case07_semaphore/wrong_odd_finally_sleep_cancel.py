# mistake: plain
"""Slow clean-up on cancellation: asyncio.sleep(0.5) in finally."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            try:
                await supplier.deliver(crate)
            except asyncio.CancelledError:
                await asyncio.sleep(0.5)
                raise

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
