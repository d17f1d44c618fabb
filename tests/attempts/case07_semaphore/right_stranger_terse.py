"""A stranger's fix: terse."""

import asyncio as a


async def restock(supplier, crates):
    i = iter(crates)

    async def w():
        for c in i:
            await a.gather(supplier.deliver(c), return_exceptions=True)

    await a.gather(*(w() for _ in range(supplier.limit)))
