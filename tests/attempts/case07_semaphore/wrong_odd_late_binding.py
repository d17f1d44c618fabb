# mistake: plain
"""Lambda/closure late binding: every task orders the last crate."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async with asyncio.TaskGroup() as tg:
        for crate in crates:

            async def order():
                async with gate:
                    await supplier.deliver(crate)

            tg.create_task(order())
