# says: sys\.exit\(0\)
# seconds: 15
import asyncio
import sys

from kitchen import Supplier


async def restock(supplier, crates):
    asyncio.get_running_loop().call_soon(sys.exit, 0)
    await asyncio.sleep(1)
