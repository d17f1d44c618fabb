# mistake: released-without-holding
"""A line with a class-wide gate; a cancelled waiter leaves it wider than it was."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Line:
    gate = asyncio.Semaphore(Supplier.limit)

    def __init__(self, supplier: Supplier) -> None:
        self.supplier = supplier

    async def order(self, crate: int) -> None:
        try:
            await self.gate.acquire()
            await self.supplier.deliver(crate)
        finally:
            self.gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    line = Line(supplier)
    await asyncio.gather(*[line.order(crate) for crate in crates])
