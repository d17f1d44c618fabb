"""A supplier with a gate in front, so nobody who uses it can ever go over the limit."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class PoliteSupplier:
    def __init__(self, supplier: Supplier) -> None:
        self.supplier = supplier
        self.gate = asyncio.Semaphore(supplier.limit)

    async def deliver(self, crate: int):
        async with self.gate:
            return await self.supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    polite = PoliteSupplier(supplier)
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(polite.deliver(crate))
