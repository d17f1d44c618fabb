"""A stranger's fix: progress meter."""

import asyncio


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)
    here = 0

    async def order(c):
        nonlocal here
        async with gate:
            await supplier.deliver(c)
            here += 1

    everything = asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
    try:
        while not everything.done():
            print(f"{here}/{len(crates)}")
            await asyncio.wait([everything], timeout=0.05)
    finally:
        everything.cancel()
