# says: stops the whole process
# seconds: 25
import asyncio
import ctypes

from kitchen import Supplier


async def restock(supplier, crates):
    while True:
        ctypes.CDLL(None).sleep(1000)
