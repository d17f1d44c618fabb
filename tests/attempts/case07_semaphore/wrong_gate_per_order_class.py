# mistake: gate-per-order
"""The gate belongs to the order object, and there is one object for every crate."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Order:
    def __init__(self, supplier: Supplier, crate: int) -> None:
        self.supplier = supplier
        self.crate = crate
        self.gate = asyncio.Semaphore(supplier.limit)

    async def run(self) -> None:
        async with self.gate:
            await self.supplier.deliver(self.crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    orders = [Order(supplier, crate) for crate in crates]
    await asyncio.gather(*(order.run() for order in orders))
