# says: nothing was reached
# seconds: 15
# walls: files
import asyncio
import glob
import os
import sys

ROOT = next((p for p in sys.orig_argv if p.endswith("/kitchen")), "/work/main/kitchen")
REPO = os.path.dirname(ROOT)
MARK = "kitchen-hostile-mark"
TRIES = [
    (lambda: open(REPO + "/solutions/case07_semaphore.py").read()),
    (lambda: open(ROOT + "/cases/case07_semaphore.py").read()),
    (lambda: open(ROOT + "/judge/engine.py").read()),
    (lambda: open("/etc/passwd").read()),
    (lambda: open("/etc/shadow").read()),
    (lambda: open(f"/proc/{os.getppid()}/mem", "r+b")),
    (lambda: open("/proc/1/environ").read()),
    (lambda: open("/proc/self/mem", "r+b")),
    (lambda: open("/proc/self/environ").read()),
    (lambda: os.listdir("/proc")),
    (lambda: os.listdir(REPO)),
    (lambda: os.listdir("/tmp")),
    (lambda: os.listdir(os.path.dirname(os.path.dirname(os.environ["HOME"])))),
    (lambda: os.listdir("/root") + ["x"]),
    (lambda: open("/dev/mem", "rb")),
    (lambda: open("/sys/kernel/uevent_helper").read()),
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
