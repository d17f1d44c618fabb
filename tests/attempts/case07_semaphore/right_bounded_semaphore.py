"""A BoundedSemaphore, so a release too many would raise instead of widening the gate."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.BoundedSemaphore(supplier.limit)
    spoiled = []

    async def fetch(crate: int) -> None:
        async with gate:
            try:
                await supplier.deliver(crate)
            except Spoiled:
                spoiled.append(crate)

    await asyncio.gather(*map(fetch, crates))
    if spoiled:
        print("spoiled:", spoiled)
