# mistake: released-without-holding
"""Acquire is inside the try, so a task cancelled while it waits gives back a place it never had."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def deliver(supplier: Supplier, crate: int) -> None:
    try:
        await gate.acquire()
        await supplier.deliver(crate)
    finally:
        gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(deliver(supplier, crate) for crate in crates), return_exceptions=True)
