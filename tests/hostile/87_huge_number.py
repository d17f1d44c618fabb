# says: kept its turn|MemoryError
# seconds: 25
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    x = 7 ** (10 ** 8)
    str(10 ** 5000)
