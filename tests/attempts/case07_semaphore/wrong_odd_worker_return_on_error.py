# mistake: stops-at-spoiled
"""Worker stops on Spoiled, swallowed: rest is dropped when all workers died."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = list(crates)

    async def worker():
        try:
            while todo:
                await supplier.deliver(todo.pop())
        except Exception:
            pass

    async with asyncio.TaskGroup() as tg:
        for _ in range(supplier.limit):
            tg.create_task(worker())
