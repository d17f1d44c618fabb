"""Starts as many as the limit; each delivery that ends starts the next one in the group."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = iter(crates)

    async with asyncio.TaskGroup() as tg:

        async def deliver(crate: int) -> None:
            await supplier.deliver(crate)
            start_next()

        def start_next() -> None:
            crate = next(todo, None)
            if crate is not None:
                tg.create_task(deliver(crate))

        for _ in range(supplier.limit):
            start_next()
