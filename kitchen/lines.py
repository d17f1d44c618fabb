"""Jobs in a line before a few cooks: what waited when, and was the right one taken at every start?

Judged by properties of every start, so that a heap, a sorted list and one that polls are judged
alike. Two events less than 20 ms apart decide nothing.
"""

import math
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kitchen.grace import GRACE
from kitchen.world.ledger import Ledger
from kitchen.world.wire import SECOND


class Wait(NamedTuple):
    """One job in line, from its coming to its being taken. Moments in nanoseconds."""

    number: int
    rank: int
    since: int
    turn: int
    """Its place among those who came, for those who come in one moment; 0: not known."""
    until: float
    """When it was taken, or left the line; inf: never."""
    taken: bool

    def lasts_at(self, moment: float) -> bool:
        """Whether it was in line then, beyond all doubt."""
        return self.since <= moment - GRACE and self.until > moment + GRACE

    def before(self, other: "Wait") -> bool:
        """Whether it should be taken before the other one, beyond all doubt."""
        if self.rank != other.rank:
            return self.rank < other.rank
        if self.turn and other.turn:
            return self.turn < other.turn
        return self.since < other.since - GRACE


class Overtaken(NamedTuple):
    """A job was taken before one that should have been next."""

    first: Wait
    passed: Wait

    @property
    def equals(self) -> bool:
        return self.first.rank == self.passed.rank


def overtaken(waits: Sequence[Wait]) -> Iterator[Overtaken]:
    """Every start at which one that waited should have been taken instead."""
    for first in waits:
        if not first.taken:
            continue
        for passed in waits:
            if passed is not first and passed.lasts_at(first.until) and passed.before(first):
                yield Overtaken(first, passed)


class Idle(NamedTuple):
    """A cook was free while a job waited."""

    waiting: Wait
    since: float
    until: float


def idle(waits: Sequence[Wait], ledger: Ledger, places: int) -> Iterator[Idle]:
    """Every stretch longer than the grace in which a cook was free and a job waited."""
    free = sorted(_free(ledger, places))
    for wait in waits:
        for start, end in free:
            since, until = max(start, wait.since), min(end, wait.until)
            if until - since > GRACE:
                yield Idle(wait, since, until)
                break


def _free(ledger: Ledger, places: int) -> Iterator[tuple[float, float]]:
    """The stretches in which each place was free. What takes no time is left out.

    Whoever begins takes the place that has been free longest: two that are left and filled one
    shortly after the other are two short stretches, not a long one.
    """
    since = deque([-math.inf] * places)
    for at, cooking in ledger.at_door():
        while len(since) > max(places - cooking, 0):
            left = since.popleft()
            if at > left:
                yield left, at
        since.extend([at] * (places - cooking - len(since)))
    yield from ((left, math.inf) for left in since)


def seconds(moment: float) -> str:
    """A moment as it is told: '0.28 s'."""
    return f"{moment / SECOND:.2f} s"


_WIDTH = 40


def table(waits: Sequence[Wait], ledger: Ledger) -> tuple[str, ...]:
    """A few jobs as people draw them: which came when, waited (.), was cooked (=), hung up (x)."""
    if not waits:
        return ()
    ends: dict[object, tuple[int, bool]] = {}
    for event in ledger.of("delivered", "failed", "hung up"):
        ends.setdefault(event.item, (event.at, event.kind == "hung up"))
    last = max([w.since for w in waits] + [at for at, _ in ends.values()])
    step = max(last / (_WIDTH - 1), SECOND // 100)
    lines = ["order  priority  came    begun   "]
    for wait in sorted(waits, key=lambda w: (w.since, w.turn)):
        end, cut = ends.get(wait.number, (math.inf, False))
        row = ""
        for place in range(_WIDTH):
            moment = place * step
            if wait.taken and wait.until < moment + step:
                over = moment > end
                row += " " if over else "x" if cut and moment + step > end else "="
            else:
                row += " " if wait.since >= moment + step or wait.until <= moment else "."
        begun = f"{wait.until / SECOND:<6.2f}" if wait.taken else f"{'-':<6}"
        came = f"{wait.since / SECOND:<6.2f}"
        lines.append(f"{wait.number:>5}  {wait.rank:>8}  {came}  {begun}  {row.rstrip()}")
    return tuple(line.rstrip() for line in lines)
