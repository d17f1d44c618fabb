# says: out of turn|Deadlock
# seconds: 15
import asyncio
import gc

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    body = b"[0,null,[]]"
    line()._socket.sendall((len(body).to_bytes(4, "big") + body) * 10_000)
    await asyncio.sleep(1)
