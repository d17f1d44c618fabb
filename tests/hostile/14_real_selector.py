# says: stops the whole process|kept its turn|RuntimeError
# seconds: 25
import asyncio
import selectors

from kitchen import Supplier


async def restock(supplier, crates):
    loop = asyncio.get_running_loop()
    loop._selector = selectors.DefaultSelector()
    await supplier.deliver(1)
