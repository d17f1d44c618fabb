"""A counter and an Event; whoever is woken looks again before going in."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    room = asyncio.Event()
    inside = 0

    async def deliver(crate: int) -> None:
        nonlocal inside
        while inside >= supplier.limit:
            room.clear()
            await room.wait()
        inside += 1
        try:
            await supplier.deliver(crate)
        finally:
            inside -= 1
            room.set()

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(deliver(crate))
