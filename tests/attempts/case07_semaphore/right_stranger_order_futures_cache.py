"""A stranger's fix: order futures cache."""

import asyncio


class Pantry:
    def __init__(self, supplier):
        self.supplier = supplier
        self.shelf = {}
        self.gate = asyncio.Semaphore(supplier.limit)

    def want(self, crate):
        if crate not in self.shelf:
            self.shelf[crate] = asyncio.ensure_future(self._fetch(crate))
        return self.shelf[crate]

    async def _fetch(self, crate):
        async with self.gate:
            return await self.supplier.deliver(crate)

    async def close(self):
        for f in self.shelf.values():
            f.cancel()
        await asyncio.gather(*self.shelf.values(), return_exceptions=True)


async def restock(supplier, crates):
    pantry = Pantry(supplier)
    try:
        await asyncio.gather(*map(pantry.want, crates), return_exceptions=True)
    finally:
        await pantry.close()
