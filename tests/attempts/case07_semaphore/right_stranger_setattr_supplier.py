"""A stranger's fix: setattr supplier."""

import asyncio


async def restock(supplier, crates):
    if not hasattr(supplier, "gate"):
        supplier.gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        async with supplier.gate:
            await supplier.deliver(c)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
