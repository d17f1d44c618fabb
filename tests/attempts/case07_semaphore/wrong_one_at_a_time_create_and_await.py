# mistake: one-at-a-time
"""Each task is awaited right after it is made, so the next one starts when it has ended."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            await tg.create_task(supplier.deliver(crate))
