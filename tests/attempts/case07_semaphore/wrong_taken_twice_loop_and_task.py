# mistake: taken-twice
"""The loop takes a place for each task, and the task takes another one for itself."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        try:
            async with gate:
                await supplier.deliver(crate)
        finally:
            gate.release()

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            await gate.acquire()
            tg.create_task(deliver(crate))
