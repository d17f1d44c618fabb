"""A task per crate in a TaskGroup, and a semaphore that lets in as many as the supplier takes."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def order(gate: asyncio.Semaphore, supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(gate, supplier, crate))
