"""A stranger's fix: lock then semaphore."""

import asyncio


async def restock(supplier, crates):
    """The one in front waits at the semaphore, holding the lock: only one waiter there at a time."""
    lock, gate = asyncio.Lock(), asyncio.Semaphore(supplier.limit)

    async def order(c):
        await lock.acquire()
        try:
            await gate.acquire()
        finally:
            lock.release()
        try:
            await supplier.deliver(c)
        finally:
            gate.release()

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
