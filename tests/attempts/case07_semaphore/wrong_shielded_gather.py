# mistake: shielded
"""The shield keeps a cancel away from the deliveries, so they all go on without restock."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def deliver(gate: asyncio.Semaphore, supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    everything = asyncio.gather(*(deliver(gate, supplier, crate) for crate in crates))
    await asyncio.shield(everything)
