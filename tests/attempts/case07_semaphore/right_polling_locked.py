# remark: polling
"""Looks every 10 ms whether the gate is still locked, and only then goes through it."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def deliver(supplier: Supplier, gate: asyncio.Semaphore, crate: int) -> None:
    while gate.locked():
        await asyncio.sleep(0.01)
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, gate, crate))
