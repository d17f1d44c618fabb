# says: signal 11
# seconds: 15
import asyncio
import ctypes

from kitchen import Supplier


async def restock(supplier, crates):
    ctypes.string_at(0)
