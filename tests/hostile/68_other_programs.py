# says: nothing was reached
# seconds: 15
# walls: files
import asyncio
import os
import subprocess
import sys

ROOT = next((p for p in sys.orig_argv if p.endswith("/kitchen")), "/work/main/kitchen")
REPO = os.path.dirname(ROOT)
MARK = "kitchen-hostile-mark"
TRIES = [
    (lambda: subprocess.run(["/bin/true"], check=True)),
    (lambda: subprocess.run([sys.executable, "-c", "pass"], check=True)),
    (lambda: os.posix_spawn("/bin/true", ["true"], {})),
    (lambda: 1 / (os.system("true") == 0)),
    (lambda: os.popen("echo reached").read()[0]),
    (lambda: os.spawnv(os.P_WAIT, "/bin/true", ["true"]) or 1 / 0 if False else 1 / 0),
    (lambda: os.execv("/bin/sh", ["sh", "-c", "exit 0"])),
    (lambda: os.execv("/usr/bin/env", ["env"])),
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
