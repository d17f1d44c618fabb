# mistake: awaited-outside
"""The calls are made inside the gate but only run by the gather after it."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    deliveries = []
    for crate in crates:
        async with gate:
            deliveries.append(supplier.deliver(crate))
    await asyncio.gather(*deliveries, return_exceptions=True)
