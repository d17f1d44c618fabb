"""A stranger's fix: enter leave methods."""

import asyncio


class Hotline:
    def __init__(self, supplier):
        self.supplier = supplier
        self.lines = asyncio.Semaphore(supplier.limit)

    async def dial(self):
        await self.lines.acquire()
        return self

    def hang_up(self):
        self.lines.release()

    async def ask(self, crate):
        line = await self.dial()
        try:
            return await line.supplier.deliver(crate)
        finally:
            line.hang_up()


async def restock(supplier, crates):
    hotline = Hotline(supplier)
    return await asyncio.gather(*map(hotline.ask, crates), return_exceptions=True)
