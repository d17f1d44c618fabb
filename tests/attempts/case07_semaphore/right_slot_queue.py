"""A queue with as many slots as the limit: put waits while it is full, get makes room again."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    at_the_door = asyncio.Queue(maxsize=supplier.limit)

    async def deliver(crate):
        await at_the_door.put(crate)
        try:
            await supplier.deliver(crate)
        finally:
            at_the_door.get_nowait()

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(crate))
