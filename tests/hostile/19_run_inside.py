# says: RuntimeError
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    asyncio.run(supplier.deliver(1))
