# mistake: taken-twice
"""Each worker holds a place for its whole shift, and needs one more for every crate."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Restocker:
    def __init__(self, supplier: Supplier, crates: Sequence[int]) -> None:
        self.supplier = supplier
        self.todo = iter(crates)
        self.gate = asyncio.Semaphore(supplier.limit)

    async def fetch(self, crate: int) -> None:
        async with self.gate:
            await self.supplier.deliver(crate)

    async def work(self) -> None:
        async with self.gate:
            for crate in self.todo:
                await self.fetch(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    restocker = Restocker(supplier, crates)
    await asyncio.gather(*(restocker.work() for _ in range(supplier.limit)))
