# says: sys\.exit
# seconds: 15
import asyncio
import atexit
import sys
import threading

from kitchen import Supplier


async def restock(supplier, crates):
    def hang():
        while True:
            pass

    atexit.register(hang)
    threading._register_atexit(hang)
    sys.exit(0)
