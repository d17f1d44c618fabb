# mistake: task-done-missing
"""Task_done forgotten: join hangs."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    queue = asyncio.Queue()
    for crate in crates:
        queue.put_nowait(crate)

    async def worker():
        while True:
            crate = await queue.get()
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as tg:
        workers = [tg.create_task(worker()) for _ in range(supplier.limit)]
        await queue.join()
        for w in workers:
            w.cancel()
