# mistake: fixed-number
"""Limit 3 is written in the code: plays safe, too slow on none? breaks no limit but 8 may be too slow."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(3)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as tg:
        for c in crates:
            tg.create_task(order(c))
