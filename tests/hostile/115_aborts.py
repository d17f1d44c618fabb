# says: signal 6
# seconds: 15
import asyncio
import os

from kitchen import Supplier


async def restock(supplier, crates):
    os.abort()
