# mistake: cut-short
"""Hangs up after 0.06 s, which is long enough for the even service only."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            try:
                async with asyncio.timeout(0.06):
                    await supplier.deliver(crate)
            except TimeoutError:
                print("crate", crate, "took too long")

    async with asyncio.TaskGroup() as tasks:
        for crate in crates:
            tasks.create_task(order(crate))
