# mistake: awaited-outside
"""The helper returns the call itself out of the gate, and the caller awaits that."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Door:
    def __init__(self, limit: int) -> None:
        self.gate = asyncio.Semaphore(limit)

    async def ask(self, supplier: Supplier, crate: int):
        async with self.gate:
            return supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    door = Door(supplier.limit)

    async def order(crate):
        await (await door.ask(supplier, crate))

    await asyncio.gather(*(order(crate) for crate in crates))
