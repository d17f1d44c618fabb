# mistake: two-gates
"""Two gates, each of limit // 2 + 1: one or two too many."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gates = [asyncio.Semaphore(supplier.limit // 2 + 1) for _ in range(2)]

    async def order(crate):
        async with gates[crate % 2]:
            await supplier.deliver(crate)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
