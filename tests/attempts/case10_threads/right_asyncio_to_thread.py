"""An event loop in the caller, the calls in threads; a semaphore of asyncio holds them back."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    async def main():
        gate = asyncio.Semaphore(supplier.limit)
        stock = {}

        async def order(item):
            async with gate:
                crate = await asyncio.to_thread(supplier.phone, item)
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

        async with asyncio.TaskGroup() as group:
            for item in items:
                group.create_task(order(item))
        return stock

    return asyncio.run(main())
