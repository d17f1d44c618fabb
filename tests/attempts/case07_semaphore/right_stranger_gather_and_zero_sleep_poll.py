# remark: polling
"""A stranger's fix: gather and zero sleep poll."""

import asyncio


async def restock(supplier, crates):
    busy = 0

    async def order(c):
        nonlocal busy
        while busy >= supplier.limit:
            await asyncio.sleep(0.001)
        busy += 1
        try:
            await supplier.deliver(c)
        finally:
            busy -= 1

    async with asyncio.TaskGroup() as tg:
        for c in crates:
            tg.create_task(order(c))
