# mistake: swallows-cancel
"""Retries on BaseException incl. CancelledError: cannot be cancelled."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            for _ in range(3):
                try:
                    return await supplier.deliver(crate)
                except:
                    pass

    await asyncio.gather(*(order(c) for c in crates))
