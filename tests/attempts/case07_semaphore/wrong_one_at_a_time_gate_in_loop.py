# mistake: one-at-a-time
"""There is a gate for several, but only this one loop ever goes through it."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    for crate in crates:
        async with gate:
            await supplier.deliver(crate)
