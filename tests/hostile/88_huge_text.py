# says: ValueError
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    str(10 ** 5000)
