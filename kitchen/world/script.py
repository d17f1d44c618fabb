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
    stove: int = 0
    """In which of the stoves."""


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


class Stop(NamedTuple):
    """A stove's process is killed, or frozen for a while, `at` seconds after the round began."""

    stove: int
    at: float
    seconds: float = 0.0
    """How long it is frozen: it gets no turn, and everybody else does. 0: it is killed."""


class StopBefore(NamedTuple):
    """The same, as soon as the stove is about to do its office operation number `operation`."""

    stove: int
    operation: int
    """Counted from 1 over the whole service."""
    seconds: float = 0.0


class Fork(NamedTuple):
    """A stove's process forks, `at` seconds after the round began, whatever it is doing: with what
    it knows, and with nothing of what it has begun, the child is a stove of its own from then on.

    For stages of plain functions, and stoves that are no such child themselves. On Linux, where
    orphans can be adopted; elsewhere the child is lost at once, as if it had been killed.
    """

    stove: int
    child: int
    at: float = 0.0


class TheOffice:
    """Stands for the stove's own open office among the arguments of a call."""


OFFICE = TheOffice()

Step = Begin | Cancel | Answer | Tell | Stop | Fork
Round = tuple[Step, ...]
Script = tuple[Round, ...]
