# says: .
# seconds: 20
import asyncio
import select

from kitchen import Supplier


async def restock(supplier, crates):
    while True:  # never silent for long, never busy, never done
        select.poll().poll(50)
        await asyncio.sleep(0)
