# says: kept its turn
# seconds: 25
import asyncio
import signal

from kitchen import Supplier


async def restock(supplier, crates):
    signal.signal(signal.SIGUSR1, lambda *args: None)
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    while True:
        pass
