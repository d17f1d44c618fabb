"""The script of a service: what is called, when, when it is cut, and what else happens meanwhile.

A script is a tuple of rounds. A round begins when the one before has come to rest: nothing ready,
nothing due, nobody left who could still do something by himself.
"""

from typing import Any, NamedTuple

from kitchen.world.ledger import Item


class TheSupplier:
    """Stands for the stove's own `Supplier` among the arguments of a call."""


SUPPLIER = TheSupplier()


class Begin(NamedTuple):
    """Call `function(*args)` of the stage, `at` seconds after the round began.

    The plain stage has the functions of the learner's file. Calls are counted from 0 over the whole
    script, in the order in which they begin.
    """

    function: str
    args: tuple[Any, ...] = ()
    at: float = 0.0


class Cancel(NamedTuple):
    """Cancel call number `call` (counted over the whole script from 0) at `at` seconds."""

    call: int
    at: float


class Answer(NamedTuple):
    """The delivery of `item` is over at `at` seconds, whatever its time; if it isn't under way
    yet, as soon as it is asked for."""

    item: Item
    at: float


class Tell(NamedTuple):
    """The stage in the stove hears of something, at `at` seconds: what, about whom, and more."""

    what: str
    number: int = 0
    args: tuple[Any, ...] = ()
    at: float = 0.0


Step = Begin | Cancel | Answer | Tell
Round = tuple[Step, ...]
Script = tuple[Round, ...]
