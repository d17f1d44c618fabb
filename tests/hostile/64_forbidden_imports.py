# says: nothing was reached
# seconds: 15
# walls: files
import asyncio
import importlib
import importlib.util
import os
import sys

ROOT = next((p for p in sys.orig_argv if p.endswith("/kitchen")), "/work/main/kitchen")
REPO = os.path.dirname(ROOT)
MARK = "kitchen-hostile-mark"
TRIES = [
    (lambda: __import__("kitchen.judge")),
    (lambda: __import__("kitchen.cases.case07_semaphore")),
    (lambda: __import__("kitchen.world.ledger")),
    (lambda: __import__("solutions")),
    (lambda: __import__("lab")),
    (lambda: (sys.modules.pop("kitchen"), sys.path.insert(0, REPO), __import__("kitchen.case"))),
    (lambda: (sys.path.insert(0, REPO), __import__("solutions.case07_semaphore"))),
    (lambda: importlib.util.spec_from_file_location("x", ROOT + "/case.py").loader.exec_module(sys)),
    (lambda: importlib.import_module("kitchen.judge.engine")),
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
