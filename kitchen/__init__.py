"""kitchen: an interactive lab for Python's concurrency, told as a restaurant kitchen.

A learner's file imports what it needs from here. Inside the lab these names are the world's own;
in a plain script `Supplier` and `Office` run on the real clock.
"""

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    from typing import Any

    from kitchen.goods import Closed, Crate, SlowDown, Spoiled, SupplierError, TooBusy
    from kitchen.plain import Office, Supplier
    from kitchen.priority_semaphore import PrioritySemaphore

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
    "run",
]

__version__ = "0.1.0"


def run(file: str) -> None:
    """Run a case's file in the lab, as `python -m kitchen run` does: for an editor's Run button.

    What else the program was called with goes to the command. Ends with its exit code.
    """
    import sys

    from kitchen.cli import main

    raise SystemExit(main(["run", file, *sys.argv[1:]]))


def __getattr__(name: str) -> "Any":
    # Imported when asked for: the command line starts without them.
    if name in ("Office", "Supplier"):
        from kitchen import plain

        return getattr(plain, name)
    if name == "PrioritySemaphore":
        from kitchen import priority_semaphore

        return priority_semaphore.PrioritySemaphore
    if name in __all__:
        from kitchen import goods

        return getattr(goods, name)
    raise AttributeError(f"module 'kitchen' has no attribute {name!r}")
