"""A stranger's fix: lock per call and count."""

import asyncio


class Turnstile:
    """Lock as turnstile: taken when the last place goes, freed by whoever leaves."""

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


async def restock(supplier, crates):
    gate = Turnstile(supplier.limit)

    async def order(c):
        async with gate:
            await supplier.deliver(c)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
