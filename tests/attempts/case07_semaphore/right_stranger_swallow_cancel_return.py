# remark: swallows-cancel
"""A stranger's fix: swallow cancel return."""

import asyncio


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        async with gate:
            await supplier.deliver(c)

    try:
        await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
    except asyncio.CancelledError:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print("given up")
