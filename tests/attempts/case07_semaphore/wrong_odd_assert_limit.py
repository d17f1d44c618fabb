# mistake: raises
"""Asserts limit == 5."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    assert supplier.limit == 5, "the supplier serves five"
    gate = asyncio.Semaphore(5)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as tg:
        for c in crates:
            tg.create_task(order(c))
