"""Workers in a TaskGroup over a queue, with one None per worker to tell it to go home."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def cook(supplier: Supplier, orders: asyncio.Queue) -> None:
    while (crate := await orders.get()) is not None:
        try:
            await supplier.deliver(crate)
        except Spoiled:
            print("spoiled:", crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    orders = asyncio.Queue(maxsize=supplier.limit)
    async with asyncio.TaskGroup() as kitchen:
        for _ in range(supplier.limit):
            kitchen.create_task(cook(supplier, orders))
        for crate in crates:
            await orders.put(crate)
        for _ in range(supplier.limit):
            await orders.put(None)
