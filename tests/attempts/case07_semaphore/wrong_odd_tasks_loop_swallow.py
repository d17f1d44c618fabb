# mistake: swallows-cancel
"""Awaits each task with except BaseException: swallows cancellation."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    tasks = [asyncio.create_task(order(c)) for c in crates]
    for task in tasks:
        try:
            await task
        except BaseException as err:
            print("failed:", err)
