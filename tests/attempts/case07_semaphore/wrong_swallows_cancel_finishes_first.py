# mistake: swallows-cancel
"""Told to stop, restock first finishes all it had to do and then returns as if nothing were."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    work = asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
    try:
        await asyncio.shield(work)
    except asyncio.CancelledError:
        await work
