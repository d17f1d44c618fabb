# mistake: blocks-the-loop
"""Time.sleep(0.05) in place of / besides the delivery."""

import asyncio
import time
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)
            time.sleep(0.02)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
