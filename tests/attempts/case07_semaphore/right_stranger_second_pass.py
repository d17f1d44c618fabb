"""A stranger's fix: second pass."""

import asyncio

from kitchen import Spoiled, TooBusy


async def restock(supplier, crates):
    async def one_pass(crates, places):
        gate = asyncio.Semaphore(places)
        again = []

        async def order(c):
            async with gate:
                try:
                    await supplier.deliver(c)
                except TooBusy:
                    again.append(c)
                except Spoiled:
                    pass

        await asyncio.gather(*(order(c) for c in crates))
        return again

    places = supplier.limit
    while crates:
        crates = await one_pass(crates, places)
        places = max(1, places - 1)
