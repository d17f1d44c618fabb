# mistake: off-by-one
"""The condition holds when the door is already full: it should say less than the limit."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Door:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.inside = 0
        self.changed = asyncio.Condition()

    async def __aenter__(self) -> None:
        async with self.changed:
            await self.changed.wait_for(lambda: self.inside <= self.limit)
            self.inside += 1

    async def __aexit__(self, *exc) -> None:
        async with self.changed:
            self.inside -= 1
            self.changed.notify()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    door = Door(supplier.limit)

    async def deliver(crate):
        async with door:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates))
