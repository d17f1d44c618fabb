# says: signal|process|kept
# seconds: 25
import asyncio
import faulthandler
import signal

from kitchen import Supplier


async def restock(supplier, crates):
    faulthandler.unregister(signal.SIGUSR1)
    faulthandler.dump_traceback_later(0.2, exit=True)
    while True:
        pass
