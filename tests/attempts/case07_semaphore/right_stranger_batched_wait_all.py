# remark: batches
"""A stranger's fix: batched wait all."""

import asyncio
from itertools import islice


def batched(items, n):
    it = iter(items)
    while chunk := list(islice(it, n)):
        yield chunk


async def restock(supplier, crates):
    for chunk in batched(crates, supplier.limit):
        tasks = {asyncio.create_task(supplier.deliver(c)): c for c in chunk}
        try:
            await asyncio.wait(tasks, return_when=asyncio.ALL_COMPLETED)
        except asyncio.CancelledError:
            for t in tasks:
                t.cancel()
            await asyncio.wait(tasks)
            raise
        for t, c in tasks.items():
            if t.exception():
                print(c, t.exception())
