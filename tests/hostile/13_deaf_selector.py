# says: kept its turn|stops the whole event loop
# seconds: 25
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    loop = asyncio.get_running_loop()
    loop._selector.select = lambda timeout=None: []
    await supplier.deliver(1)
