# mistake: threading-primitive
import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            asyncio.run_coroutine_threadsafe(supplier.deliver(crate), loop).result()

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))
