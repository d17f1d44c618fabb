# remark: batches
"""Takes the next few crates from an iterator, delivers them in a TaskGroup, and so on."""

import asyncio
from collections.abc import Sequence
from itertools import islice

from kitchen import Spoiled, Supplier


async def deliver(supplier: Supplier, crate: int) -> None:
    try:
        await supplier.deliver(crate)
    except Spoiled:
        print("spoiled:", crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = iter(crates)
    while batch := list(islice(todo, supplier.limit)):
        async with asyncio.TaskGroup() as tg:
            for crate in batch:
                tg.create_task(deliver(supplier, crate))
