# mistake: fire-and-forget
"""The loop waits for a place for each crate, but nobody waits for the last few to arrive."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    tasks = []

    async def deliver(crate: int) -> None:
        try:
            await supplier.deliver(crate)
        finally:
            gate.release()

    try:
        for crate in crates:
            await gate.acquire()
            tasks.append(asyncio.create_task(deliver(crate)))
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        raise
