# mistake: idle-workers
"""One sentinel for many workers: others wait for ever."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    queue = asyncio.Queue()

    async def worker():
        while (crate := await queue.get()) is not None:
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as tg:
        for _ in range(supplier.limit):
            tg.create_task(worker())
        for crate in crates:
            await queue.put(crate)
        await queue.put(None)
