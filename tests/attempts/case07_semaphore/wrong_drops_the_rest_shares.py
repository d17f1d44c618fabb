# mistake: drops-the-rest
"""Every worker gets an equal share, rounded down, and nobody takes what doesn't divide."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def worker(supplier: Supplier, share: Sequence[int]) -> None:
    for crate in share:
        try:
            await supplier.deliver(crate)
        except Spoiled:
            print("spoiled:", crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    share = len(crates) // supplier.limit
    async with asyncio.TaskGroup() as tg:
        for i in range(supplier.limit):
            tg.create_task(worker(supplier, crates[i * share : (i + 1) * share]))
