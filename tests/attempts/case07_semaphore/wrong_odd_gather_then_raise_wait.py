# mistake: fire-and-forget
"""Plain gather in a loop of tasks, cancel without awaiting on error."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    tasks = [asyncio.create_task(order(c)) for c in crates]
    try:
        await asyncio.gather(*tasks)
    except Exception:
        return
