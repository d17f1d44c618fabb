# remark: batches
"""A stranger's fix: barrier batches."""

import asyncio

from kitchen import Spoiled


async def restock(supplier, crates):
    n = min(supplier.limit, len(crates))
    if not n:
        return
    barrier = asyncio.Barrier(n)
    rounds = -(-len(crates) // n)

    async def lane(k):
        for r in range(rounds):
            i = r * n + k
            if i < len(crates):
                try:
                    await supplier.deliver(crates[i])
                except Spoiled:
                    pass
            await barrier.wait()

    async with asyncio.TaskGroup() as tg:
        for k in range(n):
            tg.create_task(lane(k))
