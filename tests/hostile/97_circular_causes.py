# says: ValueError
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    one, two = ValueError("one"), ValueError("two")
    one.__cause__, two.__cause__ = two, one
    one.__context__, two.__context__ = two, one
    raise one
