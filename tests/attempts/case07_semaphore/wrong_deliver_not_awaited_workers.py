# mistake: deliver-not-awaited
"""The workers empty the queue at once, since they only make the calls and don't await them."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def worker(supplier: Supplier, queue: asyncio.Queue) -> None:
    while not queue.empty():
        crate = queue.get_nowait()
        supplier.deliver(crate)
        queue.task_done()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    queue = asyncio.Queue()
    for crate in crates:
        queue.put_nowait(crate)
    async with asyncio.TaskGroup() as tg:
        for _ in range(supplier.limit):
            tg.create_task(worker(supplier, queue))
