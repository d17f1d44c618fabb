# says: never stopped asking|kept its turn|did not come to an end|is still|Spinning
# seconds: 30
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    while True:
        try:
            await supplier.deliver(crates[0])
        except BaseException:
            pass
