# mistake: not-released-on-error
"""The limiter gives its place back only when all went well."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Limiter:
    def __init__(self, places: int) -> None:
        self.semaphore = asyncio.Semaphore(places)

    async def __aenter__(self) -> None:
        await self.semaphore.acquire()

    async def __aexit__(self, kind, error, trace) -> None:
        if kind is None:
            self.semaphore.release()


limiter = Limiter(Supplier.limit)


async def deliver(supplier: Supplier, crate: int) -> None:
    async with limiter:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    jobs = [deliver(supplier, crate) for crate in crates]
    await asyncio.gather(*jobs, return_exceptions=True)
