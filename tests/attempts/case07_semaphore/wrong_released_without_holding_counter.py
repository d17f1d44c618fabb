# mistake: released-without-holding
"""A global count that goes down for every task, also for those that never counted themselves in."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

inside = 0


async def deliver(supplier: Supplier, crate: int) -> None:
    global inside
    try:
        while inside >= supplier.limit:
            await asyncio.sleep(0.01)
        inside += 1
        await supplier.deliver(crate)
    finally:
        inside -= 1


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, crate))
