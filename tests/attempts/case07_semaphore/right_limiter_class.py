"""A small limiter class, used with `async with`, that gives its place back on every way out."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Limiter:
    def __init__(self, places: int) -> None:
        self._places = asyncio.Semaphore(places)

    async def __aenter__(self) -> None:
        await self._places.acquire()

    async def __aexit__(self, *exc_info) -> None:
        self._places.release()


limiter = Limiter(Supplier.limit)


async def deliver(supplier: Supplier, crate: int) -> None:
    async with limiter:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(deliver(supplier, crate) for crate in crates))
