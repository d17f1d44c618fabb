# mistake: never-released
"""Every delivery takes a place and keeps it, so only the first few get in."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        await gate.acquire()
        await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
