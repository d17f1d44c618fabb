# mistake: thread-goes-on
import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await asyncio.to_thread(supplier.phone, crate)

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))
