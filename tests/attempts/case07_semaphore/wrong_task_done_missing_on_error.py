# mistake: task-done-missing
"""A spoiled crate kills its worker before task_done, so join waits for ever."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def worker(supplier: Supplier, queue: asyncio.Queue) -> None:
    while True:
        crate = await queue.get()
        await supplier.deliver(crate)
        queue.task_done()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    queue = asyncio.Queue()
    for crate in crates:
        queue.put_nowait(crate)
    workers = [asyncio.create_task(worker(supplier, queue)) for _ in range(supplier.limit)]
    try:
        await queue.join()
    finally:
        for task in workers:
            task.cancel()
