# mistake: gate-per-order
"""The gate is handed to the helper, but a new one is made for each call of it."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def deliver(gate: asyncio.Semaphore, supplier: Supplier, crate: int) -> None:
    await gate.acquire()
    try:
        await supplier.deliver(crate)
    finally:
        gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(
        *(deliver(asyncio.BoundedSemaphore(supplier.limit), supplier, crate) for crate in crates),
        return_exceptions=True,
    )
