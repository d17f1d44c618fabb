# mistake: gate-round-create-task
"""A helper starts the delivery under the gate and returns the task to be awaited later."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def start(gate: asyncio.Semaphore, supplier: Supplier, crate: int) -> asyncio.Task:
    await gate.acquire()
    try:
        return asyncio.create_task(supplier.deliver(crate))
    finally:
        gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    tasks = [await start(gate, supplier, crate) for crate in crates]
    await asyncio.gather(*tasks)
