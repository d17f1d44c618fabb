# remark: polling
"""A stranger's fix: locked spin."""

import asyncio


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        while gate.locked():
            await asyncio.sleep(0.003)
        async with gate:
            await supplier.deliver(c)

    async with asyncio.TaskGroup() as tg:
        for c in crates:
            tg.create_task(order(c))
