# remark: batches
"""A stranger's fix: gate and batches."""

import asyncio


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        async with gate:
            await supplier.deliver(c)

    n = supplier.limit * 2 + 1
    for i in range(0, len(crates), n):
        await asyncio.gather(*(order(c) for c in crates[i : i + n]), return_exceptions=True)
