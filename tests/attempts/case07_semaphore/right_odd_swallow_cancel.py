"""Reads oddly, and keeps every promise: except BaseException in the order: cancellation swallowed by everyone."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            try:
                await supplier.deliver(crate)
            except BaseException:
                print("never mind", crate)

    await asyncio.gather(*(order(c) for c in crates))
