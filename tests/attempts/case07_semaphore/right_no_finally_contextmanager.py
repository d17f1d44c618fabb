# remark: fragile-release
"""A context manager without finally, in a TaskGroup that stops at the first spoiled crate."""

import asyncio
from collections.abc import Sequence
from contextlib import asynccontextmanager

from kitchen import Supplier


@asynccontextmanager
async def slot(gate):
    await gate.acquire()
    yield
    gate.release()


async def deliver(supplier, gate, crate):
    async with slot(gate):
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(deliver(supplier, gate, crate))
