# mistake: raises
"""The clean-up on a cancellation has a name in it that does not exist."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    tasks = [asyncio.create_task(order(crate)) for crate in crates]
    try:
        await asyncio.gather(*tasks)
    except asyncio.CancelledError:
        cancel_all(tasks)
        raise
