"""A stranger's fix: chain events."""

import asyncio


async def restock(supplier, crates):
    crates = list(crates)
    done = [asyncio.Event() for _ in crates]
    n = supplier.limit

    async def order(i):
        if i >= n:
            await done[i - n].wait()
        try:
            await supplier.deliver(crates[i])
        finally:
            done[i].set()

    await asyncio.gather(*(order(i) for i in range(len(crates))), return_exceptions=True)
