"""Workers that all take their next crate from one iterator, in a TaskGroup."""

import asyncio
from collections.abc import Iterator, Sequence

from kitchen import Supplier


async def porter(supplier: Supplier, line: Iterator[int]) -> None:
    for crate in line:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    line = iter(crates)
    async with asyncio.TaskGroup() as group:
        for _ in range(supplier.limit):
            group.create_task(porter(supplier, line))
