# says: .
# seconds: 15
import asyncio

from kitchen import Supplier


async def wait():
    await asyncio.Event().wait()


asyncio.run(wait())


async def restock(supplier, crates):
    pass
