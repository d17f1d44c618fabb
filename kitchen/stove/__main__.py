"""Start of a template. The judge runs this file by its path: `python -s -S -P .../__main__.py`.

The order matters: the world's clock takes the place of `time` before anything imports it, strands
stand under `threading` before anything makes a lock of its, and `kitchen` is a bare module, so that
the judge, the cases and the solutions are not there to be imported.
"""

import gc
import os
import resource
import sys
import types
from typing import NoReturn

MEMORY = 2 << 30
LARGEST_FILE = 4 << 20
OPEN_FILES = 256
CORES = 4
"""What a stove believes the machine to have: a pool's size must not depend on the real one."""


def _main() -> None:
    # Nothing of what is imported from here on is garbage; to look for some, again and again, takes
    # a tenth of the time until the first service. Lanes begin to look.
    gc.disable()
    root, scratch, *site = sys.argv[1:]
    os.chdir(scratch)
    kitchen = types.ModuleType("kitchen", "The supplier's door, seen from a stove.")
    kitchen.__path__ = [root]
    sys.modules["kitchen"] = kitchen

    from kitchen.stove.clock import Clock  # nothing that this brings along imports `threading`

    clock = Clock()
    clock.install()
    from kitchen.stove import threads

    threads.install()
    sys.modules["ssl"] = None  # type: ignore[assignment]  # nobody needs it here, and it is slow
    import asyncio
    import socket
    from importlib.machinery import SourceFileLoader

    del sys.modules["ssl"]
    threads.order_futures()

    from kitchen import goods
    from kitchen.stove import dates, frames
    from kitchen.stove.child import Fixtures
    from kitchen.stove.forkserver import ForkServer
    from kitchen.stove.loop import KitchenLoop
    from kitchen.stove.template import Template
    from kitchen.stove.walls import Walls, adopt_orphans
    from kitchen.stove.warmup import warm_up

    for name in ("Crate", "SupplierError", "TooBusy", "SlowDown", "Spoiled", "Closed"):
        thing = getattr(goods, name)
        thing.__module__ = "kitchen"
        setattr(kitchen, name, thing)

    def code(name: str, *path: str) -> types.CodeType:
        found = SourceFileLoader(name, os.path.join(root, *path)).get_code(name)
        assert found is not None
        return found

    # As code, and no class yet: where making it is the task there is nothing to be found.
    gate = code("kitchen.priority_semaphore", "priority_semaphore.py")
    office = code("kitchen.stove.office", "stove", "office.py")
    dates.install()
    frames.hide(root)
    _hide_the_rest(kitchen)
    sys.path += site
    sys.argv = ["kitchen"]
    _limit()
    for count in ("cpu_count", "process_cpu_count"):
        setattr(os, count, lambda: CORES)
    warm_up()
    loop = KitchenLoop()
    asyncio.set_event_loop(loop)

    def serve(control: socket.socket, place: int, report: dict[str, str]) -> NoReturn:
        folder = os.path.join(scratch, f"lane-{os.urandom(4).hex()}")
        os.mkdir(folder, 0o700)
        walls = Walls(folder, site)
        os.environ["HOME"] = os.environ["TMPDIR"] = walls.scratch
        adopt_orphans()
        _keep_to_one_core(place)
        fixtures = Fixtures(clock, loop, kitchen, gate, office)
        ForkServer(control, fixtures, walls, report).run()

    Template(socket.socket(fileno=3), serve).run()


def _keep_to_one_core(place: int) -> None:
    """Lanes side by side would wait for each other's core now and then, for milliseconds."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[place % len(cores)]})


def _hide_the_rest(kitchen: types.ModuleType) -> None:
    """From here on `kitchen` is what a learner may import, and no package."""
    for name in [name for name in sys.modules if name.startswith("kitchen.")]:
        vars(kitchen).pop(name.split(".")[1], None)
        del sys.modules[name]
    del kitchen.__path__


def _limit() -> None:
    """What one stove may use, and its children with it."""
    for what, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        try:
            resource.setrlimit(what, (most, most))
        except (ValueError, OSError):
            continue  # a platform without this limit


if __name__ == "__main__":
    _main()
