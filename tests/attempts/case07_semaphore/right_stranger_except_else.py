"""A stranger's fix: except else."""

import asyncio

from kitchen import Supplier

GATE = asyncio.Semaphore(Supplier.limit)


async def restock(supplier, crates):
    async def order(c):
        await GATE.acquire()
        try:
            await supplier.deliver(c)
        except BaseException:
            GATE.release()
            raise
        else:
            GATE.release()

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
