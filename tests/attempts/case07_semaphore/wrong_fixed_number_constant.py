# mistake: fixed-number
"""A worker pool whose size is written into the file."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier

LIMIT = 5


async def worker(supplier: Supplier, queue: asyncio.Queue) -> None:
    while True:
        crate = await queue.get()
        try:
            await supplier.deliver(crate)
        except Spoiled:
            print("spoiled:", crate)
        finally:
            queue.task_done()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    queue = asyncio.Queue()
    for crate in crates:
        queue.put_nowait(crate)
    workers = [asyncio.create_task(worker(supplier, queue)) for _ in range(LIMIT)]
    try:
        await queue.join()
    finally:
        for task in workers:
            task.cancel()
