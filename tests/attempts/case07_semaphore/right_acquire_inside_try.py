# remark: fragile-release
"""Acquire stands inside the try, but the gate is made anew by every restock."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def deliver(supplier: Supplier, gate: asyncio.Semaphore, crate: int) -> None:
    try:
        await gate.acquire()
        await supplier.deliver(crate)
    finally:
        gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    await asyncio.gather(
        *(deliver(supplier, gate, crate) for crate in crates),
        return_exceptions=True,
    )
