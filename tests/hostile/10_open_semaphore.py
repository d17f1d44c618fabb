# says: TooBusy|already busy
# seconds: 15
import asyncio

from kitchen import Supplier


class Semaphore:
    def __init__(self, value=1):
        self._value = value

    async def __aenter__(self):
        return None

    async def __aexit__(self, *exit):
        return None


asyncio.Semaphore = asyncio.locks.Semaphore = Semaphore


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(order(crate) for crate in crates))
