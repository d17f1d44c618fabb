# says: into the line|Deadlock|OSError
# seconds: 15
import asyncio
import gc
import socket

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    body = b"[0,null,[]]"
    frame = len(body).to_bytes(4, "big") + body
    for _ in range(20):
        socket.send_fds(line()._socket, [frame], [0, 1, 2] * 80)
    await asyncio.sleep(1)
