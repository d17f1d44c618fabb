# says: kept its turn
# seconds: 25
import asyncio

from kitchen import Supplier


class Slow(Exception):
    def __str__(self):
        while True:
            pass


async def restock(supplier, crates):
    raise Slow
