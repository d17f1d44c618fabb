# mistake: two-gates
"""A gate per half of the list, both of full size."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async def half(part):
        gate = asyncio.Semaphore(supplier.limit)

        async def order(crate):
            async with gate:
                await supplier.deliver(crate)

        await asyncio.gather(*(order(c) for c in part), return_exceptions=True)

    middle = len(crates) // 2
    await asyncio.gather(half(crates[:middle]), half(crates[middle:]))
