"""A stranger's fix: lock then shared semaphore."""

import asyncio

from kitchen import Supplier

LOCK, GATE = asyncio.Lock(), asyncio.Semaphore(Supplier.limit)


async def restock(supplier, crates):
    async def order(c):
        await LOCK.acquire()
        try:
            await GATE.acquire()
        finally:
            LOCK.release()
        try:
            await supplier.deliver(c)
        finally:
            GATE.release()

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
