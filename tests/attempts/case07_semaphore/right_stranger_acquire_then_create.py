"""A stranger's fix: acquire then create."""

import asyncio


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            await gate.acquire()
            task = tg.create_task(supplier.deliver(crate))
            task.add_done_callback(lambda _: gate.release())
