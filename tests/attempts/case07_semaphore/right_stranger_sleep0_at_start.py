"""A stranger's fix: sleep0 at start."""

import asyncio


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        await asyncio.sleep(0)
        async with gate:
            await supplier.deliver(c)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
