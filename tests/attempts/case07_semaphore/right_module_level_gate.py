"""One gate for the whole program, so two restocks at once would share the supplier's limit."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def deliver(supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(
        *(deliver(supplier, crate) for crate in crates),
        return_exceptions=True,
    )
