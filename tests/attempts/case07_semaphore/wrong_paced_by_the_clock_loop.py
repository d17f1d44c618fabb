# mistake: paced-by-the-clock
"""Starts are spaced so that five of 50 ms fit, with a little to spare; slow crates pile up."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

SECONDS = 0.055


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(supplier.deliver(crate))
            await asyncio.sleep(SECONDS / supplier.limit)
