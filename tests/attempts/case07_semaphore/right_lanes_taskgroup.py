"""Every n-th crate goes into the same lane, and each lane is a task of its own."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async def lane(number: int) -> None:
        for crate in crates[number :: supplier.limit]:
            try:
                await supplier.deliver(crate)
            except Spoiled:
                print(f"lane {number}: crate {crate} is spoiled")

    async with asyncio.TaskGroup() as tg:
        for number in range(supplier.limit):
            tg.create_task(lane(number))
