# remark: swallows-cancel
"""A cancelled restock stops its calls but returns normally, as though all had been delivered."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    try:
        await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
    except asyncio.CancelledError:
        print("restock was cancelled")
