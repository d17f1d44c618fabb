"""An async generator hands out crates only while there is room; a task is started for each."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from kitchen import Supplier


async def as_room_allows(gate: asyncio.Semaphore, crates: Sequence[int]) -> AsyncIterator[int]:
    for crate in crates:
        await gate.acquire()
        yield crate


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        try:
            await supplier.deliver(crate)
        finally:
            gate.release()

    async with asyncio.TaskGroup() as tg:
        async for crate in as_room_allows(gate, crates):
            tg.create_task(deliver(crate))
