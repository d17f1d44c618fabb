# says: RecursionError
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    def deeper():
        deeper()

    deeper()
