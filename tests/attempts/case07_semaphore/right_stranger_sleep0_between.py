"""A stranger's fix: sleep0 between."""

import asyncio


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        async with gate:
            await asyncio.sleep(0)
            await supplier.deliver(c)
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as tg:
        for c in crates:
            await asyncio.sleep(0)
            tg.create_task(order(c))
