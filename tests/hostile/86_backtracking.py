# says: kept its turn
# seconds: 25
import asyncio
import re

from kitchen import Supplier


async def restock(supplier, crates):
    re.match(r"(a+)+$", "a" * 60 + "b")
