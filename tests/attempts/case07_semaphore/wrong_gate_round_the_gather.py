# mistake: gate-round-the-gather
"""restock takes one place for itself and then starts all the deliveries inside it."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    async with gate:
        await asyncio.gather(
            *(supplier.deliver(crate) for crate in crates),
            return_exceptions=True,
        )
