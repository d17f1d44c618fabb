# says: signal|MemoryError|RecursionError|kept
# seconds: 30
import asyncio
import sys

from kitchen import Supplier


async def restock(supplier, crates):
    sys.setrecursionlimit(2**31 - 1)
    nested = []
    for _ in range(10_000_000):
        nested = [nested]
    repr(nested)

    def deeper():
        deeper()

    deeper()
