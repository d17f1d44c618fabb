# says: nothing was reached
# seconds: 15
# walls: user
import asyncio
import os
import sys

ROOT = next((p for p in sys.orig_argv if p.endswith("/kitchen")), "/work/main/kitchen")
REPO = os.path.dirname(ROOT)
MARK = "kitchen-hostile-mark"
TRIES = [
    (lambda: os.chmod("/tmp/kitchen-hostile-target", 0o777)),
    (lambda: os.utime("/tmp/kitchen-hostile-target", (1, 1))),
    (lambda: os.chown("/tmp/kitchen-hostile-target", 1, 1)),
    (lambda: os.setxattr("/tmp/kitchen-hostile-target", "user.mark", b"x")),
    (lambda: os.chmod(os.path.dirname(os.environ["HOME"]), 0o777)),
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
