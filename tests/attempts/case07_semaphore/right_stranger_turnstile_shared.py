"""A stranger's fix: turnstile shared."""

import asyncio

from kitchen import Supplier


class Turnstile:
    """A lock as turnstile: kept when the last place goes, freed by whoever leaves then."""

    def __init__(self, n):
        self.n = n
        self.lock = asyncio.Lock()

    async def __aenter__(self):
        await self.lock.acquire()
        self.n -= 1
        if self.n > 0:
            self.lock.release()

    async def __aexit__(self, *_):
        self.n += 1
        if self.n == 1:
            self.lock.release()


GATE = Turnstile(Supplier.limit)


async def restock(supplier, crates):
    async def order(c):
        async with GATE:
            await supplier.deliver(c)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
