"""A stranger's fix: lifo tokens."""

import asyncio


async def restock(supplier, crates):
    tokens = asyncio.LifoQueue()
    for n in range(supplier.limit):
        tokens.put_nowait(n)

    async def order(crate):
        phone = await tokens.get()
        try:
            await supplier.deliver(crate)
        finally:
            tokens.put_nowait(phone)

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(order(crate))
