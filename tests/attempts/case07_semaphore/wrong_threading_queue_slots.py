# mistake: threading-primitive
"""A queue.Queue as a row of slots: put() on a full one blocks the loop and not the task."""

import asyncio
import queue
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    slots = queue.Queue(maxsize=supplier.limit)

    async def deliver(crate: int) -> None:
        slots.put(crate)
        try:
            await supplier.deliver(crate)
        finally:
            slots.get()

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
