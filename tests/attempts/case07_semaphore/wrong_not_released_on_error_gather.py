# mistake: not-released-on-error
"""The release is skipped when the crate is spoiled; after a few of those the gate is shut."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        await gate.acquire()
        await supplier.deliver(crate)
        gate.release()

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
