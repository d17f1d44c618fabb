# says: MemoryError|process|kept its turn
# seconds: 25
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    kept = []
    while True:
        kept.append(bytearray(50 << 20))
