# says: process|OSError
# seconds: 15
import asyncio
import os

from kitchen import Supplier


async def restock(supplier, crates):
    os.closerange(0, 256)
    await asyncio.sleep(1)
