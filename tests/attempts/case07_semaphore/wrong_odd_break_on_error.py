# mistake: stops-at-spoiled
"""Stops at Spoiled in silence, sound crates missing."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    try:
        async with asyncio.TaskGroup() as tg:
            for c in crates:
                tg.create_task(order(c))
    except* Exception as group:
        print("some crates are missing:", group.exceptions)
