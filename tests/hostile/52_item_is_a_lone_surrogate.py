# says: .
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    await supplier.deliver("\ud800")
