# says: nothing was reached
# seconds: 15
# walls: files
import asyncio
import os
import sys

ROOT = next((p for p in sys.orig_argv if p.endswith("/kitchen")), "/work/main/kitchen")
REPO = os.path.dirname(ROOT)
MARK = "kitchen-hostile-mark"
TRIES = [
    (lambda: open("/tmp/" + MARK, "w")),
    (lambda: open("/dev/shm/" + MARK, "w")),
    (lambda: open("/var/tmp/" + MARK, "w")),
    (lambda: open(REPO + "/" + MARK, "w")),
    (lambda: open(REPO + "/lab/cases/case07_semaphore.py", "a")),
    (lambda: open(ROOT + "/cases/case07_semaphore.py", "r+b")),
    (lambda: open(os.path.expanduser("~root/") + MARK, "w")),
    (lambda: os.mkdir("/tmp/" + MARK + "-folder")),
    (lambda: os.symlink("/etc/passwd", "/tmp/" + MARK + "-link")),
    (lambda: os.link("/etc/hostname", "here")),
    (lambda: os.mkfifo("/tmp/" + MARK + "-pipe")),
    (lambda: os.rename(os.environ["HOME"], "/tmp/" + MARK + "-home")),
    (lambda: os.rmdir(os.environ["HOME"])),
    (lambda: os.truncate(REPO + "/lab/cases/case07_semaphore.py", 1 << 40)),
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
