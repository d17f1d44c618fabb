"""A stranger's fix: two gates one finally."""

import asyncio


async def restock(supplier, crates):
    a, b = asyncio.Semaphore(supplier.limit), asyncio.Semaphore(supplier.limit)

    async def order(c):
        held = []
        try:
            for g in (a, b):
                await g.acquire()
                held.append(g)
            await supplier.deliver(c)
        finally:
            for g in reversed(held):
                g.release()

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
