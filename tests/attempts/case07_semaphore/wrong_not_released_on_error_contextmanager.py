# mistake: not-released-on-error
"""A context manager without try and finally: an error in the block jumps over the release."""

import asyncio
from collections.abc import Sequence
from contextlib import asynccontextmanager

from kitchen import Supplier


@asynccontextmanager
async def place(gate: asyncio.Semaphore):
    await gate.acquire()
    yield
    gate.release()


async def deliver(supplier: Supplier, gate: asyncio.Semaphore, crate: int) -> None:
    async with place(gate):
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    await asyncio.gather(
        *(deliver(supplier, gate, crate) for crate in crates),
        return_exceptions=True,
    )
