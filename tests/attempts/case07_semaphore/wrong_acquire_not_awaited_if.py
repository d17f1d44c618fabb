# mistake: acquire-not-awaited
"""Tests the coroutine that acquire() returns, and a coroutine object is always true."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Kitchen:
    def __init__(self, supplier: Supplier) -> None:
        self.supplier = supplier
        self.gate = asyncio.Semaphore(supplier.limit)

    async def order(self, crate: int) -> None:
        if self.gate.acquire():
            await self.supplier.deliver(crate)
            self.gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    kitchen = Kitchen(supplier)
    await asyncio.gather(*(kitchen.order(crate) for crate in crates))
