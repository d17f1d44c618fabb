# mistake: test-then-count
"""By the time has_room() gives its answer, the answer is old and everybody has been told yes."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Door:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.inside = 0

    async def has_room(self) -> bool:
        room = self.inside < self.limit
        await asyncio.sleep(0.01)
        return room

    async def __aenter__(self) -> None:
        while not await self.has_room():
            pass
        self.inside += 1

    async def __aexit__(self, *exc) -> None:
        self.inside -= 1


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    door = Door(supplier.limit)

    async def deliver(crate: int) -> None:
        async with door:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
