# says: into the line
# seconds: 15
import asyncio
import gc

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    line()._socket.sendall(b"\0\0\0\5hello")
    await asyncio.sleep(1)
