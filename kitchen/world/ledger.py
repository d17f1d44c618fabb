"""The ledger: all that happened in one service, in order, with virtual times.

The world writes it, checks read it. What happened at the supplier's door is the supplier's own
account; that a call came to its end, and the marks of a stage, are what the stove reports.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from kitchen.world.wire import SECOND

Kind = Literal[
    # one delivery, as the supplier sees it
    "asked",
    "refused",  # decided at the door; the caller hears of it one refusal later
    "sent away",
    "delivered",
    "failed",
    "hung up",
    # one call of the learner's function
    "begun",
    "cut",  # the script cancelled it
    "returned",
    "raised",
    "cancelled",
    # what a stage is told, and what it reports of itself: `note` says what
    "told",
    "mark",
    # the stove
    "started",  # a thread; `note` is its name
    "finished",
    "blocked",  # a blocking call stopped the event loop
    "looked",  # at the office: `item` operations by the stove `number`, at most `note` in a row
    "killed",  # its process, by the script
    "frozen",
    "forked",  # `item` is the number of the child
    "rest",  # nothing due, nothing ready
]

Item = int | str


class Event(NamedTuple):
    """One line of the ledger."""

    at: int
    """Nanoseconds since the service began."""
    kind: Kind
    round: int
    """The round of the script in which it happened, from 0."""
    number: int
    """The delivery, or the call of the learner's function, that it is about."""
    item: Item | None = None
    note: str = ""

    @property
    def seconds(self) -> float:
        return self.at / SECOND


_LEAVES = frozenset({"sent away", "delivered", "failed", "hung up"})
"""What takes a delivery away from the door."""

_REPLIES = frozenset({"sent away", "delivered", "failed"})
"""What the supplier says to the caller."""


class Ledger:
    """The ordered events of one service, and the questions that checks put to them.

    `part(round)` gives the same for one round of the script.
    """

    def __init__(self, events: list[Event] | None = None) -> None:
        self.events: list[Event] = [] if events is None else events

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def of(self, *kinds: Kind) -> list[Event]:
        """The events of these kinds, in order."""
        return [event for event in self.events if event.kind in kinds]

    def count(self, kind: Kind) -> int:
        """How many events of this kind there are."""
        return sum(event.kind == kind for event in self.events)

    def part(self, round: int) -> "Ledger":
        """The ledger of one round of the script, counted from 0."""
        return Ledger([event for event in self.events if event.round == round])

    @property
    def delivered(self) -> int:
        """Deliveries that reached their caller."""
        return self.count("delivered")

    @property
    def turned_away(self) -> int:
        """Deliveries refused at the door."""
        return self.count("refused")

    def times(self, kind: Kind) -> Counter[Item]:
        """How often each item met with `kind`."""
        return Counter(e.item for e in self.events if e.kind == kind and e.item is not None)

    def marks(self, what: str) -> list[Event]:
        """What a stage reported as this, in order."""
        return [event for event in self.events if event.kind == "mark" and event.note == what]

    @property
    def kilograms(self) -> int:
        """What was in the crates that reached their callers, where the supplier says so."""
        return sum(int(event.note.partition(" ")[0]) for event in self.of("delivered"))

    @property
    def in_stock(self) -> int:
        """Kilograms in the stock, where the attempt keeps one, as it was found at the end."""
        return sum(mark.number for mark in self.marks("stock"))

    @cached_property
    def peak(self) -> int:
        """The most deliveries at the door at one moment; refused ones count while they stand there.

        Cached: ask only when the service is over.
        """
        return max((now for _, now in self.at_door()), default=0)

    def at_door(self) -> Iterator[tuple[int, int]]:
        """How many deliveries are at the door, after each moment at which that changed."""
        now = 0
        for event in self.events:
            if event.kind == "asked":
                now += 1
            elif event.kind in _LEAVES:
                now -= 1
            else:
                continue
            yield event.at, now

    @property
    def took(self) -> float:
        """Seconds from the first call of the learner's function to the supplier's last reply."""
        begun = next((event.at for event in self.events if event.kind == "begun"), None)
        last = next((event.at for event in reversed(self.events) if event.kind in _REPLIES), None)
        if begun is None or last is None:
            return 0.0
        return (last - begun) / SECOND

    def end_of(self, call: int) -> Event | None:
        """How the learner's function came to its end in this call, or None if it did not."""
        ends = ("returned", "raised", "cancelled")
        return next((e for e in self.events if e.kind in ends and e.number == call), None)

    def first(self, kind: Kind, number: int) -> Event | None:
        """The first event of `kind` about this delivery or call."""
        return next((e for e in self.events if e.kind == kind and e.number == number), None)
