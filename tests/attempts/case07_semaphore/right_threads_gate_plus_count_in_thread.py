"""Gate + TaskGroup; the slip is written in a thread, through to_thread, after all has come."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


def write_slip(crates: Sequence[int]) -> int:
    return sum(1 for _ in crates)


async def restock(supplier: Supplier, crates: Sequence[int]) -> int:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))
    return await asyncio.to_thread(write_slip, crates)
