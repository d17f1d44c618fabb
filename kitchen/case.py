"""What a case is: its services, what it promises, what people get wrong.

A case is one frozen `Case` in `kitchen/cases/caseNN_*.py`. Checks and mistakes are functions over
what happened; they run in the judge, read ledgers, and never meet the learner's code.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from kitchen.parts import Parts, ranges
from kitchen.trace import Trace
from kitchen.world.ledger import Ledger
from kitchen.world.order import Turns
from kitchen.world.outcome import Outcome, Raised, Waiting
from kitchen.world.script import Begin, Fork, Script, StopBefore
from kitchen.world.supplier import Conditions

_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Entry(NamedTuple):
    """What a case calls in the learner's file: a function or class, and its arguments' names.

    A "*" among the arguments: those after it are given by name.
    """

    function: str
    arguments: tuple[str, ...]
    what: str = "function"
    """'function' or 'class'."""

    def __str__(self) -> str:
        return f"{self.function}({', '.join(self.arguments)})"


class Service(NamedTuple):
    """One run of a case. Its number fixes the conditions and the chance alike."""

    number: int
    kind: str
    """What it is there to show; checks name the kinds that they are put to."""
    title: str
    """The conditions in a few words, as they are told to the learner."""
    entry: Entry
    conditions: Conditions
    script: Script
    kept: Parts = ()
    """If it was made smaller: which of its parts are left."""
    stage: str = "call"
    """What acts the script out in the stove; `call`: the learner's functions themselves."""
    given: tuple[Any, ...] = ()
    """What the stage gives the learner's class when it makes one."""
    linger: float | None = None
    """Seconds after the end of the last call in which it is over, even if something goes on; None:
    when all is quiet."""
    late: tuple[int, ...] = ()
    """The order of turns among threads: the turn points (from 1) at which one is late."""
    late_for: float = 0.0
    """Seconds that it is late; 0: until the others have gone on as far as they can."""
    stoves: int = 1
    """How many processes run the learner's file."""
    office: bool = False
    """Whether they share an office. Then one more stove, the last, keeps its books: it runs none of
    the learner's code."""
    same_number: bool = False
    """Whether the processes have one process number, as those of two containers can."""
    orders: tuple[Turns, ...] = ()
    """The orders of turns among stoves, by round."""
    stops: tuple[StopBefore, ...] = ()
    """Stoves that are killed or frozen at an operation on the office."""

    @property
    def forks(self) -> dict[int, int]:
        """The stoves that don't start by themselves, each with the one that forks into it."""
        steps = (step for round in self.script for step in round)
        return {step.child: step.stove for step in steps if isinstance(step, Fork)}

    @property
    def in_turns(self) -> bool:
        """Whether what goes wrong in it can be a matter of whose turn it was."""
        return bool(self.late or self.orders or self.office)

    @property
    def tried(self) -> int:
        """How many orders of turns it tries."""
        return sum(bool(turns.late) for turns in self.orders) or 1

    @property
    def most_asks(self) -> int:
        """How often the supplier may be asked before it is called a flood."""
        sizes = (
            len(arg)
            for round in self.script
            for step in round
            if isinstance(step, Begin)
            for arg in step.args
            if isinstance(arg, list)
        )
        return 2_000 + 60 * sum(sizes)


class Served(NamedTuple):
    """One service as it went: the world's ledger, and what the stove said beside it."""

    service: Service
    ledger: Ledger
    outcome: Outcome
    output: bytes = b""
    errors: Mapping[int, Raised] = _NOTHING
    """What the learner's function raised, by call."""
    left: Mapping[int, tuple[Waiting, ...]] = _NOTHING
    """Tasks that still waited when a round was over, by round."""
    notes: Sequence[tuple[str, Any]] = ()
    """Evidence, if the service was served with tracing."""


class Finding(NamedTuple):
    """The answer to a check for one service."""

    passed: bool
    figure: str = ""
    """The number to show behind the check's title, like 'peak 5'."""
    seen: str = ""
    """On failure: what was seen, in a sentence or two of the learner's words."""
    round: int = 0
    """On failure: the round to draw. Mostly the first; what comes of it may show in later ones."""


NOTHING_FOUND = Finding(False)
"""Of a check that wasn't put to anything."""


def nothing_left(served: Served) -> Finding | None:
    """A fault, if tasks still waited when the first round was over."""
    left = served.left.get(0, ())
    if not left:
        return None
    who = left[0]
    threads = served.ledger.count("started") > 0
    kind = ("task or thread", "tasks or threads") if threads else ("task", "tasks")
    few = f"a {kind[0]}" if len(left) == 1 else f"{len(left)} {kind[1]}"
    seen = f"When all was quiet, {few} still waited: `{who.who}` {who.reason}."
    return Finding(False, f"{len(left)} left waiting", seen)


class Check(NamedTuple):
    """One promise of the case, put to the ledger of each service it concerns."""

    title: Callable[[Service], str]
    look: Callable[[Served], Finding]
    kinds: frozenset[str]
    """The kinds of service that it is put to."""
    witnesses: frozenset[str] = frozenset()
    """Further kinds that it is put to; a service of these that breaks off is another check's."""
    counted: frozenset[str] = frozenset()
    """Kinds whose orders of turns are counted out when it passes: '250 tried'."""
    count_of: str = "tried"
    """What they are counted as."""


class Clues:
    """What a mistake is recognised by: a failing service, replayed with tracing, and the source."""

    def __init__(
        self,
        served: Served,
        trace: Trace,
        source: str,
        check: int,
        even: Served | None = None,
        round: int = 0,
        finding: Finding = NOTHING_FOUND,
    ) -> None:
        self.served = served
        self.trace = trace
        self.source = source
        self.check = check
        """The place of the failing check in the case's list, from 0."""
        self.even = even
        """The first, even service as it went plainly: what goes well there, and fails here?"""
        self.round = round
        """The round to draw."""
        self.finding = finding
        """What the failing check found, without tracing: that takes memory of its own."""

    @property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the attempt's syntax tree, outer ones first; none where it can't be had."""
        return _nodes(self.source)

    @property
    def service(self) -> Service:
        return self.served.service

    @property
    def ledger(self) -> Ledger:
        return self.served.ledger


@lru_cache(2)
def _nodes(source: str) -> tuple[ast.AST, ...]:
    """Kept, since every sign of every failing check looks through them."""
    try:
        return tuple(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


class Sighting(NamedTuple):
    """A mistake was recognised: the line of the learner's file to look at (0: none), and words."""

    line: int = 0
    words: Mapping[str, object] = _NOTHING


Sign = Callable[[Clues], Sighting | None]


class Mistake(NamedTuple):
    """What people get wrong: how it looks, and what to say about it.

    `sign` returns a Sighting, or None when it doesn't fit. `says` may use the sighting's words,
    and `{line}`, as in str.format. A case lists its mistakes from the most to the least specific.
    """

    name: str
    says: str
    sign: Sign
    of_errors: bool = False
    """Whether it is also looked for where an error of the attempt's own came out."""


class Remark(NamedTuple):
    """Something worth saying about an attempt that passes. It never changes the verdict."""

    name: str
    says: str
    sign: Callable[[Sequence[Served], Callable[[int], Clues]], Sighting | None]
    """Told by all services as they went, and by the replay of any one of them, by its number."""
    word: str = ""
    """Without this in the source it is never meant, and no service is replayed in search of it."""


class Hint(NamedTuple):
    """Help in three tiers: where to look, what tool, nearly the line."""

    mistakes: frozenset[str]
    """The diagnoses it is for; empty: for any."""
    tiers: tuple[str, str, str]


class Figure(NamedTuple):
    """One of the lines with which `run` opens."""

    label: str
    value: Callable[[Ledger], object]


def peak(ledger: Ledger) -> int:
    """What many a case shows as a figure, in words of its own: the most at the door at once."""
    return ledger.peak


class Measure(NamedTuple):
    """Seconds of one service that a sweep draws."""

    label: str
    seconds: Callable[[Ledger], float | None]
    """None: it never came to that."""


TOOK = Measure("took", lambda ledger: ledger.took)


class Number(NamedTuple):
    """A number of the case's first, even service that can be another one: what a sweep varies."""

    name: str
    """One word, as it is said on the command line."""
    meaning: str
    """What it is, in a line."""
    usual: str
    """The values that show something, as people write them: '1..20'."""
    service: Callable[[Any], Service]
    """The first service with this number in it: an int where it is whole, else a float."""
    unit: str = ""
    """'s' for seconds; nothing where things are counted."""
    whole: bool = True
    least: float = 1
    most: float = 100
    measure: Measure = TOOK
    """The time that is worth watching as this number varies."""


class Smaller(NamedTuple):
    """How a service of the case is made smaller, so that a failure shows with little around it."""

    what: str
    """What its parts are, in the plural: 'crates', 'guests'."""
    count: Callable[[Service], int]
    """How many parts a service has."""
    keep: Callable[[int, Parts], Service]
    """A service, by its number, with these parts only (numbers from 1). Title and `kept` are seen
    to."""


class Case(NamedTuple):
    """One case of the lab.

    The module's name is its stem, and gives its number; its title and the part of the lab that it
    belongs to are the module's `TITLE` and `PART`, which the catalog reads without importing it.
    """

    entry: Entry
    service: Callable[[int], Service]
    """Service number n, from 1; number 1 is the even one whose figures are shown."""
    services: int
    """How many are served for a verdict, unless the user says otherwise."""
    figures: tuple[Figure, ...]
    checks: tuple[Check, ...]
    mistakes: tuple[Mistake, ...]
    remarks: tuple[Remark, ...]
    hints: tuple[Hint, ...]
    intended: str
    """The diagnosis that the file as shipped must get."""
    smaller: Smaller | None = None
    """How its services are made smaller, if they can be."""
    guests_own: frozenset[str] = frozenset()
    """Types of errors that guests raise themselves, besides the supplier's."""
    threads: bool = False
    """Whether threads take turns between the bytecodes of the learner's file."""
    picture: Callable[[Clues], tuple[str, ...]] | None = None
    """The failing service as people draw it, in a few lines."""
    numbers: tuple[Number, ...] = ()
    """The numbers that can be swept; the first is the one to begin with."""

    def hint_for(self, diagnoses: Sequence[str]) -> int:
        """The place of the hint that fits the first of these diagnoses for which there is one; else
        of the one that is for any. That one is also for the case's mistakes that have none."""
        known = {mistake.name for mistake in self.mistakes}
        for name in diagnoses:
            for place, hint in enumerate(self.hints):
                if name in hint.mistakes:
                    return place
            if name in known:
                break
        return next(place for place, hint in enumerate(self.hints) if not hint.mistakes)

    def part_of(self, service: Service, parts: Parts) -> Service:
        """The service with only these of its parts. Raises ValueError when it hasn't got them."""
        if self.smaller is None:
            raise ValueError("the services of this case can't be made smaller")
        count = self.smaller.count(service)
        if not parts or parts[-1] > count:
            raise ValueError(f"service {service.number} has {self.smaller.what} 1 to {count}")
        only = f"{service.title}; of the first {count} {self.smaller.what} only {ranges(parts)}"
        return self.smaller.keep(service.number, parts)._replace(title=only, kept=parts)
