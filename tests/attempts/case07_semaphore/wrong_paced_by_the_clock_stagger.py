# mistake: paced-by-the-clock
"""Every crate sleeps a little longer than the one before, and trusts that a place is free then."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

DELIVERY_TIME = 0.06


async def deliver(supplier: Supplier, crate: int, delay: float) -> None:
    await asyncio.sleep(delay)
    await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    step = DELIVERY_TIME / supplier.limit
    async with asyncio.TaskGroup() as tg:
        for i, crate in enumerate(crates):
            tg.create_task(deliver(supplier, crate, i * step))
