# says: never asked for|did not come to its end|ended as cancelled
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    for _ in range(3):
        for task in asyncio.all_tasks():
            task.cancel()
        await asyncio.sleep(0)
