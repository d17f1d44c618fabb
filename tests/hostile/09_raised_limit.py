# says: met a supplier who was already busy
# seconds: 15
import asyncio

from kitchen import Supplier

Supplier.limit = 50


async def restock(supplier, crates):
    type(supplier).limit = supplier.__dict__["limit"] = 50
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(order(crate) for crate in crates), return_exceptions=True)
