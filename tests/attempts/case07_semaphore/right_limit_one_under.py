# remark: under-the-limit
"""One place is left free, so that somebody else can always reach the supplier."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(max(1, supplier.limit - 1))

    async def deliver(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates))
