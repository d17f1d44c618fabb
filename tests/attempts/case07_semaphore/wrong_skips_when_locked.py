# mistake: skips-when-locked
"""A crate that finds the gate locked is not delivered at all."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        if gate.locked():
            return
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates))
