# says: event loop was stopped
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    asyncio.get_running_loop().stop()
    await asyncio.sleep(1)
