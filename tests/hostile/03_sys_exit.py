# says: sys\.exit\(0\)
# seconds: 15
import asyncio
import sys

from kitchen import Supplier


async def restock(supplier, crates):
    sys.exit(0)
