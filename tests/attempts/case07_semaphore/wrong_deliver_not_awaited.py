# mistake: deliver-not-awaited
"""The gate is right, but the delivery is never awaited and so never asked for."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            supplier.deliver(crate)

    await asyncio.gather(*(order(crate) for crate in crates))
