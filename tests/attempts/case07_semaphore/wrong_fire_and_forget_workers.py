# mistake: fire-and-forget
"""Fills the queue, starts the workers, and returns while they have hardly begun."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier

workers = []


async def worker(supplier: Supplier, queue: asyncio.Queue) -> None:
    while not queue.empty():
        crate = queue.get_nowait()
        try:
            await supplier.deliver(crate)
        except Spoiled:
            print("spoiled:", crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    queue = asyncio.Queue()
    for crate in crates:
        await queue.put(crate)
    for _ in range(supplier.limit):
        workers.append(asyncio.create_task(worker(supplier, queue)))
