# mistake: off-by-one
"""The numbers 0 up to and including the limit make one worker too many."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def worker(supplier: Supplier, todo: list[int]) -> None:
    while todo:
        await supplier.deliver(todo.pop())


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = list(crates)
    async with asyncio.TaskGroup() as tg:
        for _ in range(0, supplier.limit + 1):
            tg.create_task(worker(supplier, todo))
