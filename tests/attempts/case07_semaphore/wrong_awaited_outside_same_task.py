# mistake: awaited-outside
"""deliver() is called inside the gate, but the await stands one level too far out."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            delivery = supplier.deliver(crate)
        await delivery

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(order(crate))
