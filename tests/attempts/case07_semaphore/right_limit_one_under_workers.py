# remark: under-the-limit
"""A pool of workers, one fewer than the supplier would take, to be on the safe side."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    left = list(crates)

    async def worker():
        while left:
            crate = left.pop(0)
            try:
                await supplier.deliver(crate)
            except Spoiled:
                print("threw away", crate)

    async with asyncio.TaskGroup() as tg:
        for _ in range(max(1, supplier.limit - 1)):
            tg.create_task(worker())
