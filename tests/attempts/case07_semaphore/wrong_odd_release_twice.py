# mistake: released-twice
"""Async with plus a release: gate grows."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            try:
                await supplier.deliver(crate)
            finally:
                gate.release()

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
