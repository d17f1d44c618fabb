# mistake: deadlock
"""Bounded queue filled before the workers start: deadlock."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    queue = asyncio.Queue(maxsize=supplier.limit)
    for crate in crates:
        await queue.put(crate)

    async def worker():
        while not queue.empty():
            await supplier.deliver(await queue.get())

    await asyncio.gather(*(worker() for _ in range(supplier.limit)))
