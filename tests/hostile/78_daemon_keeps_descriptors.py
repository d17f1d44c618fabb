# says: never asked
# seconds: 20
import asyncio
import os
import select

from kitchen import Supplier


async def restock(supplier, crates):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                select.poll().poll(1e+06)
        os._exit(0)
