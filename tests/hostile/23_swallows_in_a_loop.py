# says: kept its turn
# seconds: 25
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
