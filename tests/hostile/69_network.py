# says: nothing was reached
# seconds: 15
# walls: network, files
import asyncio
import os
import socket
import sys

ROOT = next((p for p in sys.orig_argv if p.endswith("/kitchen")), "/work/main/kitchen")
REPO = os.path.dirname(ROOT)
MARK = "kitchen-hostile-mark"
TRIES = [
    (lambda: socket.create_connection(("127.0.0.1", 22), 0.1)),
    (lambda: socket.create_connection(("1.1.1.1", 53), 0.1)),
    (lambda: socket.create_server(("127.0.0.1", 0))),
    (lambda: socket.getaddrinfo("example.com", 80)[0]),
    (lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("8.8.8.8", 53))),
    (lambda: socket.socket(socket.AF_UNIX).connect("/run/systemd/private")),
    (lambda: socket.socket(socket.AF_UNIX).bind("/tmp/kitchen-hostile-mark-socket")),
]


async def restock(supplier, crates):
    reached = []
    for number, attempt in enumerate(TRIES):
        try:
            got = attempt()
        except BaseException:
            continue
        reached.append(f"{number}: {got!r:.60}")
    raise RuntimeError("; ".join(reached) or "nothing was reached")
