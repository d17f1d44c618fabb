"""kitchen: an interactive lab for Python's concurrency, told as a restaurant kitchen.

A learner's file imports what it needs from here. Inside the lab these names are the world's own;
in a plain script `Supplier` and `Office` run on the real clock. `check`, `run` and `sweep` are the
commands, for a notebook or a script.
"""

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    from typing import Any

    from kitchen.goods import Closed, Crate, SlowDown, Spoiled, SupplierError, TooBusy
    from kitchen.plain import Office, Supplier
    from kitchen.priority_semaphore import PrioritySemaphore
    from kitchen.session import Ran, check, sweep

__all__ = [
    "Closed",
    "Crate",
    "Office",
    "PrioritySemaphore",
    "SlowDown",
    "Spoiled",
    "Supplier",
    "SupplierError",
    "TooBusy",
    "check",
    "run",
    "sweep",
]

__version__ = "0.1.0"


def run(case: "int | str", **more: "Any") -> "Ran":
    """One service of a case: its figures, its ledger, its timeline. See `kitchen.session.run`.

    In a case's own file, `run(__file__)` does as `python -m kitchen run` does, for an editor's Run
    button: what else the program was called with goes to the command, and it ends the program.
    """
    import sys

    if case == getattr(sys.modules["__main__"], "__file__", None):
        from kitchen.cli import main

        raise SystemExit(main(["run", str(case), *sys.argv[1:]]))
    from kitchen import session

    return session.run(case, **more)


def __getattr__(name: str) -> "Any":
    # Imported when asked for: the command line starts without them.
    if name in ("Office", "Supplier"):
        from kitchen import plain

        return getattr(plain, name)
    if name in ("check", "sweep"):
        from kitchen import session

        return getattr(session, name)
    if name == "PrioritySemaphore":
        from kitchen import priority_semaphore

        return priority_semaphore.PrioritySemaphore
    if name in __all__:
        from kitchen import goods

        return getattr(goods, name)
    raise AttributeError(f"module 'kitchen' has no attribute {name!r}")
