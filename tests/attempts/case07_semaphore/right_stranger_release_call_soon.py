"""A stranger's fix: release call soon."""

import asyncio


async def restock(supplier, crates):
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        await gate.acquire()
        try:
            await supplier.deliver(c)
        finally:
            loop.call_soon(gate.release)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
