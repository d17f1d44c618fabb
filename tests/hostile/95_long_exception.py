# says: ValueError
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    raise ValueError("\U0001f600" * 5_000_000)
