# remark: fragile-release
"""Acquire and release by hand; the TaskGroup ends everything at the first spoiled crate anyway."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        await gate.acquire()
        await supplier.deliver(crate)
        gate.release()

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(crate))
