"""The script of a service: which of the learner's functions is called, when, and when it is cut.

A script is a tuple of rounds. A round begins when the one before has come to rest: nothing ready,
nothing due, nobody left who could still do something by himself.
"""

from typing import Any, NamedTuple


class TheSupplier:
    """Stands for the stove's own `Supplier` among the arguments of a call."""


SUPPLIER = TheSupplier()


class Begin(NamedTuple):
    """Call `function(*args)` of the learner's file, `at` seconds after the round began."""

    function: str
    args: tuple[Any, ...] = ()
    at: float = 0.0


class Cancel(NamedTuple):
    """Cancel call number `call` (counted over the whole script from 0) at `at` seconds."""

    call: int
    at: float


Step = Begin | Cancel
Round = tuple[Step, ...]
Script = tuple[Round, ...]
