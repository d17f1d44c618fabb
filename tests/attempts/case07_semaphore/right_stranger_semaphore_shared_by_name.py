"""A stranger's fix: semaphore shared by name."""

import asyncio

from kitchen import Supplier


class Gates:
    _by_loop: dict = {}

    @classmethod
    def current(cls):
        loop = asyncio.get_running_loop()
        return cls._by_loop.setdefault(loop, asyncio.Semaphore(Supplier.limit))


async def restock(supplier, crates):
    async def order(c):
        async with Gates.current():
            await supplier.deliver(c)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
