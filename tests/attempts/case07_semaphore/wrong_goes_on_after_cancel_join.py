# mistake: goes-on-after-cancel
"""The workers are sent home after join, but a cancel during join never gets to that line."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


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
    workers = [asyncio.create_task(worker(supplier, queue)) for _ in range(supplier.limit)]
    await queue.join()
    for task in workers:
        task.cancel()
