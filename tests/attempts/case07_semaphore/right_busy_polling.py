# remark: polling
"""Gives up its turn with sleep(0) until there is room; test and count are one step."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Counter:
    def __init__(self) -> None:
        self.inside = 0


async def deliver(supplier: Supplier, counter: Counter, crate: int) -> None:
    while counter.inside >= supplier.limit:
        await asyncio.sleep(0)
    counter.inside += 1
    try:
        await supplier.deliver(crate)
    finally:
        counter.inside -= 1


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    counter = Counter()
    await asyncio.gather(
        *(deliver(supplier, counter, crate) for crate in crates),
        return_exceptions=True,
    )
