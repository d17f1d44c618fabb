"""A stranger's fix: awaitable class."""

import asyncio


class Order:
    gate: asyncio.Semaphore

    def __init__(self, supplier, crate):
        self.supplier, self.crate = supplier, crate

    def __await__(self):
        return self._run().__await__()

    async def _run(self):
        async with self.gate:
            return await self.supplier.deliver(self.crate)


async def restock(supplier, crates):
    Order.gate = asyncio.Semaphore(supplier.limit)
    return await asyncio.gather(*(Order(supplier, c) for c in crates), return_exceptions=True)
