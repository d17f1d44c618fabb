# says: never asked for|Nothing was ever
# seconds: 15
import asyncio
import threading

from kitchen import Supplier


async def restock(supplier, crates):
    threading.Thread(target=print, daemon=False).start()
