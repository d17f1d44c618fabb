# mistake: deadlock
"""Two locks taken in opposite order: deadlock."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    log = asyncio.Lock()

    async def order(crate):
        if crate % 2:
            async with gate, log:
                await supplier.deliver(crate)
        else:
            async with log:
                await asyncio.sleep(0)
                async with gate:
                    await supplier.deliver(crate)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
