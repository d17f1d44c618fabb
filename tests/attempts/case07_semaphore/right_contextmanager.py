"""A context manager for a place at the door; its finally gives the place back on any way out."""

import asyncio
from collections.abc import Sequence
from contextlib import asynccontextmanager

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


@asynccontextmanager
async def a_place():
    await gate.acquire()
    try:
        yield
    finally:
        gate.release()


async def deliver(supplier: Supplier, crate: int) -> None:
    async with a_place():
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(deliver(supplier, crate) for crate in crates))
