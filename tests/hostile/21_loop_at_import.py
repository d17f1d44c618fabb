# says: kept its turn
# seconds: 25
import asyncio

from kitchen import Supplier

while True:
    pass


async def restock(supplier, crates):
    pass
