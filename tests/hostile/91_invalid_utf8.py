# says: UnicodeDecodeError
# seconds: 15
import asyncio
import os

from kitchen import Supplier


async def restock(supplier, crates):
    os.write(1, bytes(range(256)) * 40)
    b"\xff\xfe".decode()
