# mistake: swallows-cancel
"""Restock swallows CancelledError and starts over."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    while True:
        try:
            await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
            break
        except asyncio.CancelledError:
            continue
