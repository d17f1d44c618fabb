"""Take results as they come; whatever is still waiting when we leave is cancelled in finally."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    tasks = [asyncio.create_task(deliver(crate)) for crate in crates]
    try:
        for finished in asyncio.as_completed(tasks):
            try:
                await finished
            except Spoiled as error:
                print("spoiled:", error)
    finally:
        for task in tasks:
            task.cancel()
