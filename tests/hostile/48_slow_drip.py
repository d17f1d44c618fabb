# says: .
# seconds: 20
import asyncio
import select

from kitchen import Supplier


async def restock(supplier, crates):
    while True:  # never silent for long, never busy, never done
        select.select([], [], [], 0.05)
        await asyncio.sleep(0)
