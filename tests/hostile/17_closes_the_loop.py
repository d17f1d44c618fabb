# says: RuntimeError|never asked|Deadlock
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    loop = asyncio.get_running_loop()
    try:
        loop.close()
    except RuntimeError:
        loop._closed = True
    await asyncio.sleep(0)
    raise RuntimeError("closed")
