"""asyncio.wait for all tasks behind a gate; a cancel goes on to every task that isn't done."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    tasks = {asyncio.create_task(deliver(crate), name=f"crate {crate}") for crate in crates}
    try:
        await asyncio.wait(tasks)
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        raise
    for task in tasks:
        if task.exception():
            print(task.get_name(), "failed:", task.exception())
