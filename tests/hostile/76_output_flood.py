# says: OSError|File too large
# seconds: 20
# memory: 200
import asyncio
import os

from kitchen import Supplier


async def restock(supplier, crates):
    for _ in range(100):
        os.write(1, b"PASS " * 200_000 + b"\n")
