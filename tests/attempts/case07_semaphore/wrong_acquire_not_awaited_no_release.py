# mistake: acquire-not-awaited
"""The acquire makes a coroutine that nobody runs, and there is no release either."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

limiter = asyncio.Semaphore(Supplier.limit)


async def order(supplier: Supplier, crate: int) -> None:
    limiter.acquire()
    await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(supplier, crate))
