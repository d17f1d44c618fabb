# mistake: taken-twice
"""Gate shared by outer task group of restock: order holds a place while it waits for a child that wants one."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def one(crate):
        async with gate:
            await supplier.deliver(crate)

    async def box(part):
        async with gate:
            await asyncio.gather(*(one(c) for c in part), return_exceptions=True)

    await asyncio.gather(*(box(crates[i : i + 5]) for i in range(0, len(crates), 5)))
