# says: into the line
# seconds: 15
import asyncio
import os

from kitchen import Supplier


async def restock(supplier, crates):
    for fd in range(3, 256):
        try:
            os.write(fd, b"\0\0\0\5hello")
        except OSError:
            pass
    await asyncio.sleep(1)
