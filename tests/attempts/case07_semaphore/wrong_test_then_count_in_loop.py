# mistake: test-then-count
"""The loop looks at the counter, but it is the task that counts, and it hasn't started yet."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    inside = 0

    async def deliver(crate: int) -> None:
        nonlocal inside
        inside += 1
        try:
            await supplier.deliver(crate)
        finally:
            inside -= 1

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            while inside >= supplier.limit:
                await asyncio.sleep(0.01)
            tg.create_task(deliver(crate))
