# mistake: skips-when-locked
"""Turns its own crates away when the gate is locked, just as the supplier would have done."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier, TooBusy


class Gate:
    def __init__(self, limit: int) -> None:
        self.semaphore = asyncio.Semaphore(limit)

    async def __aenter__(self) -> None:
        if self.semaphore.locked():
            raise TooBusy("come back later")
        await self.semaphore.acquire()

    async def __aexit__(self, *exc) -> None:
        self.semaphore.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = Gate(supplier.limit)

    async def deliver(crate):
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
