# mistake: threading-primitive
"""A threading.Semaphore stops the whole loop as soon as the sixth task wants in."""

import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = threading.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates))
