"""The order of turns among the stoves of one service.

Which stove is next is settled, so that a service repeats: the one that gave up its turn longest
ago. At an operation on the office a stove could be interrupted, but goes on, unless the order of
turns has it be late at that point: then it goes to the back of the queue, and the others go on
first. Few late steps find most races: Emmi, Qadeer and Rakamaric, "Delay-bounded scheduling" (POPL
2011). Each round of the script has an order of its own, and begins from the same queue.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kitchen.world.ledger import Event


class Turns(NamedTuple):
    """The order of turns of one round: where somebody is late."""

    late: tuple[int, ...] = ()
    """The points, counted from 1. A point is an operation at which another stove could go on; or
    every operation, if who is late is late for long."""
    seconds: float = 0.0
    """How long somebody is late; 0: until the others have had their turn."""


class Order:
    """A queue of stoves, by number, and a count of the points that were passed."""

    def __init__(self, rounds: tuple[Turns, ...]) -> None:
        self._rounds = rounds
        self.turns = Turns()
        """Those of this round."""
        self._coming: Sequence[int] = ()  # points of this round at which somebody will be late
        self._points = 0
        self._queue: list[int] = []

    def begin(self, round: int, stoves: Iterable[int]) -> None:
        """A round begins: the first stove is first again."""
        self._queue = sorted(stoves)
        self._points = 0
        self.turns = self._rounds[round] if round < len(self._rounds) else Turns()
        self._coming = self.turns.late

    def to_the_back(self, stove: int) -> None:
        """It gave up its turn: all others are before it."""
        self._queue.remove(stove)
        self._queue.append(stove)

    def choose(self, ready: Sequence[int]) -> tuple[int, int | None]:
        """Who of these is next, and who is late instead. That several could go is a point too."""
        first, *others = sorted(ready, key=self._queue.index)
        if not others or not self.pass_points(1):
            return first, None
        self.to_the_back(first)
        return others[0], first

    def pass_points(self, count: int) -> bool:
        """So many points were passed. Is somebody late at the last of them?"""
        self._points += count
        while self._coming and self._coming[0] < self._points:
            self._coming = self._coming[1:]
        return bool(count and self._coming and self._coming[0] == self._points)

    @property
    def free(self) -> int | None:
        """How many points may be passed before somebody is late; None: as many as there are."""
        late = next((point for point in self._coming if point > self._points), None)
        return None if late is None else late - self._points - 1


MOST_IN_A_ROW = 40
"""Looks at the office in a row, with no pause, that are too many: somebody goes round and round."""


def in_a_row(events: Iterable[Event]) -> int:
    """The most looks at the office of one stove without a pause."""
    return max((int(event.note) for event in events if event.kind == "looked"), default=0)


def looks(events: Iterable[Event], stove: int | None = None) -> int:
    """Operations on the office, all of them or those of one stove."""
    return sum(
        int(event.item or 0)
        for event in events
        if event.kind == "looked" and stove in (None, event.number)
    )
