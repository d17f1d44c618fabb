"""No thread at all: asyncio.run, deliver, a semaphore."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def collect(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(item: int):
        async with gate:
            return await supplier.deliver(item)

    stock: dict[str, int] = {}
    for crate in await asyncio.gather(*map(order, items)):
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    return asyncio.run(collect(supplier, items))
