# says: nothing was reached
# seconds: 15
# walls: user, processes
# needs: processes
import asyncio
import ctypes
import os
import signal
import sys

ROOT = next((p for p in sys.orig_argv if p.endswith("/kitchen")), "/work/main/kitchen")
REPO = os.path.dirname(ROOT)
MARK = "kitchen-hostile-mark"
TRIES = [
    (lambda: os.kill(os.getppid(), signal.SIGINT)),
    (lambda: os.kill(1, signal.SIGINT)),
    (lambda: os.setuid(0)),
    (lambda: os.setpriority(os.PRIO_PROCESS, 0, -5)),
    (lambda: 1 / (ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) + 1)),
    (lambda: 1 / (ctypes.CDLL(None).mount(b"none", b"/tmp", b"tmpfs", 0, 0) + 1)),
    (lambda: 1 / (ctypes.CDLL(None).sethostname(b"x", 1) + 1)),
    (lambda: __import__("resource").setrlimit(__import__("resource").RLIMIT_AS, (-1, -1))),
    (lambda: __import__("resource").setrlimit(__import__("resource").RLIMIT_FSIZE, (-1, -1))),
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
