"""Workers pop from one deque until it is empty; a TaskGroup waits for them all."""

import asyncio
from collections import deque
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


class Store:
    def __init__(self, supplier: Supplier, crates: Sequence[int]) -> None:
        self.supplier = supplier
        self.left = deque(crates)
        self.lost = []

    async def fetch(self) -> None:
        while self.left:
            crate = self.left.popleft()
            try:
                await self.supplier.deliver(crate)
            except Spoiled:
                self.lost.append(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    store = Store(supplier, crates)
    async with asyncio.TaskGroup() as tg:
        for _ in range(supplier.limit):
            tg.create_task(store.fetch())
