# mistake: goes-on-after-cancel
"""The tasks are awaited one by one, so a cancel reaches only the one being awaited."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def deliver(supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    tasks = [asyncio.create_task(deliver(supplier, crate)) for crate in crates]
    for task in tasks:
        await task
