# mistake: one-at-a-time
"""An asyncio.Lock has a single place, so all the tasks wait for each other."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    lock = asyncio.Lock()

    async def deliver(crate: int) -> None:
        async with lock:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
