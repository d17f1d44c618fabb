# mistake: never-released
"""Tokens are taken out of the queue, but nobody puts one back."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Limiter:
    def __init__(self, places: int) -> None:
        self.tokens = asyncio.Queue()
        for number in range(places):
            self.tokens.put_nowait(number)

    async def __aenter__(self) -> None:
        self.token = await self.tokens.get()

    async def __aexit__(self, *exc) -> None:
        self.token = None


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    limiter = Limiter(supplier.limit)

    async def deliver(crate):
        async with limiter:
            await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates))
