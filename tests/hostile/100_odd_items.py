# says: refused 7
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    refused = 0
    for item in (True, 1.5, None, b"1", [1], float("nan"), object()):
        try:
            await supplier.deliver(item)
        except TypeError:
            refused += 1
    raise RuntimeError(f"refused {refused}")
