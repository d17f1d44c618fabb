# mistake: deadlock
import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = threading.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        await asyncio.to_thread(gate.acquire)
        try:
            await supplier.deliver(crate)
        finally:
            await asyncio.to_thread(gate.release)

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))
