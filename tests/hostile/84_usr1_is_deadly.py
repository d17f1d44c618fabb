# says: kept its turn|signal 10|process
# seconds: 25
import asyncio
import signal

from kitchen import Supplier


async def restock(supplier, crates):
    signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    while True:
        pass
