# mistake: drops-the-rest
"""Counts whole batches only, so the crates left over at the end are never asked for."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    size = supplier.limit
    for number in range(len(crates) // size):
        batch = crates[number * size : (number + 1) * size]
        await asyncio.gather(
            *(supplier.deliver(crate) for crate in batch),
            return_exceptions=True,
        )
