"""A stranger's fix: wait for."""

import asyncio


async def restock(supplier, crates):
    sem = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with sem:
            return await asyncio.wait_for(supplier.deliver(crate), timeout=5)

    return await asyncio.wait_for(
        asyncio.gather(*(order(c) for c in crates), return_exceptions=True), 60
    )
