# says: stops the whole process
# seconds: 25
import asyncio
import os
import signal

from kitchen import Supplier


async def restock(supplier, crates):
    os.kill(os.getpid(), signal.SIGSTOP)
