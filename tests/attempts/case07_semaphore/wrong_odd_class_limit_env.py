# mistake: gate-too-large
"""Number of cores as the limit."""

import asyncio
import os
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore((os.cpu_count() or 1) * 8)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
