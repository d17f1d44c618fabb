# says: .
# seconds: 15
import asyncio

from kitchen import Supplier

try:
    import unittest.__main__
except BaseException:
    pass


async def restock(supplier, crates):
    await asyncio.gather(*map(supplier.deliver, crates), return_exceptions=True)
