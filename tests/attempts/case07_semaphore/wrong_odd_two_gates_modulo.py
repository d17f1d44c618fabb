# mistake: two-gates
"""Two semaphores, odd and even."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gates = [asyncio.Semaphore(supplier.limit) for _ in range(2)]

    async def order(crate):
        async with gates[crate % 2]:
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as tg:
        for c in crates:
            tg.create_task(order(c))
