# mistake: not-released-on-error
"""A spoiled crate is raised past the release, and the gate at module level stays one smaller."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def deliver(supplier: Supplier, crate: int) -> None:
    await gate.acquire()
    await supplier.deliver(crate)
    gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(deliver(supplier, crate) for crate in crates))
