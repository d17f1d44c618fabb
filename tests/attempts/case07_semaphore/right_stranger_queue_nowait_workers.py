"""A stranger's fix: queue nowait workers."""

import asyncio

from kitchen import Spoiled


async def restock(supplier, crates):
    q = asyncio.Queue()
    for c in crates:
        q.put_nowait(c)

    async def worker():
        while True:
            try:
                c = q.get_nowait()
            except asyncio.QueueEmpty:
                return
            try:
                await supplier.deliver(c)
            except Spoiled as e:
                print("spoiled:", e)

    async with asyncio.TaskGroup() as tg:
        for _ in range(supplier.limit):
            tg.create_task(worker())
