# says: never asked for|Nothing was ever ordered
# seconds: 15
import asyncio

from kitchen import Supplier

from kitchen import Crate


async def deliver(self, item):
    await asyncio.sleep(0.05)
    return Crate(item, "f" * 16)


Supplier.deliver = deliver


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            print(await supplier.deliver(crate))

    await asyncio.gather(*(order(crate) for crate in crates))
