"""Reads oddly, and keeps every promise: module-level semaphore sized by Supplier.limit: bound to another loop, other limit missed."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


GATE = asyncio.Semaphore(Supplier.limit)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async def order(crate):
        async with GATE:
            await supplier.deliver(crate)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
