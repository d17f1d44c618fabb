"""The order of turns among the stoves of one service.

Which stove is next is settled, so that a service repeats: the one that gave up its turn longest
ago. At an operation on the office a stove could be interrupted, but goes on, unless the order of
turns has it be late at that point: then it goes to the back of the queue, and the others go on
first. Few late steps find most races: Emmi, Qadeer and Rakamaric, "Delay-bounded scheduling" (POPL
2011). Each round of the script has an order of its own, and begins from the same queue.
"""

from collections.abc import Iterable, Sequence

from kitchen.world.ledger import Event

Lates = tuple[tuple[int, ...], ...]
"""By round: the points (counted from 1) at which somebody is late."""


class Order:
    """A queue of stoves, by number, and a count of the points that were passed."""

    def __init__(self, late: Lates) -> None:
        self._by_round = late
        self._late: Sequence[int] = ()  # what is still to come of this round's, in order
        self._points = 0
        self._queue: list[int] = []

    def begin(self, round: int, stoves: Iterable[int]) -> None:
        """A round begins: the first stove is first again."""
        self._queue = sorted(stoves)
        self._points = 0
        self._late = self._by_round[round] if round < len(self._by_round) else ()

    def to_the_back(self, stove: int) -> None:
        """It gave up its turn: all others are before it."""
        self._queue.remove(stove)
        self._queue.append(stove)

    def choose(self, ready: Sequence[int]) -> int:
        """Who of these is next. That several could go is a point too."""
        if len(ready) == 1:
            return ready[0]
        first, second = sorted(ready, key=self._queue.index)[:2]
        self.pass_points(1)
        if self._late and self._late[0] == self._points:
            self.to_the_back(first)
            return second
        return first

    def pass_points(self, count: int) -> None:
        """So many points were passed at which another stove could have gone on."""
        self._points += count
        while self._late and self._late[0] < self._points:
            self._late = self._late[1:]

    @property
    def free(self) -> int | None:
        """How many points may be passed before somebody is late; None: as many as there are."""
        late = next((point for point in self._late if point > self._points), None)
        return None if late is None else late - self._points - 1


def looks(events: Iterable[Event], stove: int | None = None) -> int:
    """Operations on the office, all of them or those of one stove."""
    return sum(
        int(event.item or 0)
        for event in events
        if event.kind == "looked" and stove in (None, event.number)
    )
