"""A stranger's fix: cancel then wait repaired 76."""

import asyncio


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        async with gate:
            await supplier.deliver(c)

    tasks = [asyncio.create_task(order(c)) for c in crates]
    try:
        for t in tasks:
            await asyncio.wait([t])
    finally:
        for t in tasks:
            t.cancel()
