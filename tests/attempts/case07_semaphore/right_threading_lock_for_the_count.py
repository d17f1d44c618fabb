"""A lock around the count only, never held while awaiting; the gate itself is asyncio's."""

import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier

lock = threading.Lock()
delivered = 0


async def deliver(supplier: Supplier, gate: asyncio.Semaphore, crate: int) -> None:
    global delivered
    async with gate:
        await supplier.deliver(crate)
    with lock:
        delivered += 1


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, gate, crate))
