# mistake: swallows-cancel
"""Return in finally swallows CancelledError in order and restock."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    lost = []

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    tasks = [asyncio.create_task(order(c)) for c in crates]
    for crate, task in zip(crates, tasks):
        try:
            await task
        except asyncio.CancelledError:
            lost.append(crate)
        except Exception:
            lost.append(crate)
    return lost
