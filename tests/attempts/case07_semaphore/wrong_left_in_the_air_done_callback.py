# mistake: left-in-the-air
"""A cancel stops the loop at the gate, but not the deliveries it has already started."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    tasks = []
    for crate in crates:
        await gate.acquire()
        task = asyncio.create_task(supplier.deliver(crate))
        task.add_done_callback(lambda _: gate.release())
        tasks.append(task)
    await asyncio.gather(*tasks, return_exceptions=True)
