"""A service as swimlanes: who waited, who was inside, who called, and how many did at once.

A `Chart` is made of what the ledger says (see `kitchen.charting`), drawn by `report.timeline` in a
terminal and by `report.picture` as an image, and measured by `kitchen.measures`. Moments are
nanoseconds since the service began.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple

State = Literal[
    "waiting",  # for a gate, a lock, a place in line
    "holding",  # has its place, and doesn't call
    "calling",  # what the limit counts: a delivery, a dish, a stay
    "refused",  # at the door, turned away
    "frozen",  # its process stands still
]

Sign = Literal[
    "failed",  # an error came out
    "cut off",  # cancelled, timed out, closed before its turn
    "killed",  # with its process
    "not over",  # still at it when nothing more happened
    "fresh",  # a reader got a fresh value,
    "stale",  # or an old one
]


_WORDS: Mapping[str, str] = {
    "waiting": "waits",
    "holding": "has a place, doesn't call",
    "calling": "on the phone",
    "refused": "turned away",
    "frozen": "stands still",
    "failed": "error",
    "cut off": "cut off",
    "killed": "killed",
    "not over": "not over",
    "fresh": "fresh value",
    "stale": "stale value",
}


class Span(NamedTuple):
    """What a lane's owner did, from `start` until `stop`."""

    start: int
    stop: int
    state: State


class Mark(NamedTuple):
    """What became of a lane's owner in a moment."""

    at: int
    sign: Sign


class Lane(NamedTuple):
    """One crate, guest, job, thread or process: its spans in order of time, none over another."""

    kind: str
    """What it is, in the singular: 'crate'."""
    name: str
    """Which one it is: '6'."""
    spans: tuple[Span, ...]
    marks: tuple[Mark, ...] = ()
    priority: int | None = None

    @property
    def title(self) -> str:
        """'crate 6'; with its priority: 'guest 3 p1'."""
        rank = "" if self.priority is None else f"p{self.priority}"
        return " ".join(word for word in (self.kind, self.name, rank) if word)


class Chart(NamedTuple):
    """All lanes of one service, and how many called at once."""

    title: str
    """Of which case and service."""
    conditions: str
    """Those of the service, in a few words."""
    lanes: tuple[Lane, ...]
    crowd: tuple[tuple[int, int], ...]
    """How many stood at the door, from each moment at which that changed; refused ones count."""
    limit: int
    """How many may."""
    start: int
    stop: int
    workers: tuple[Lane, ...] = ()
    """The same calls once more, by the cook whose hands they were in, where that is known."""
    words: Mapping[str, str] = MappingProxyType({})
    """What states and signs are called here, where not by the usual word."""

    def word(self, thing: str) -> str:
        """What a state or sign is called on screen; '' for what is neither."""
        return self.words.get(thing) or _WORDS.get(thing, "")

    @property
    def peak(self) -> tuple[int, int]:
        """The most at once, and the first moment at which it was so."""
        most = max((count for _, count in self.crowd), default=0)
        return most, next((at for at, count in self.crowd if count == most), self.start)

    def crowd_spans(self) -> Iterator[tuple[int, int, int]]:
        """How many, from when until when, over the whole chart."""
        steps = [(self.start, 0), *self.crowd, (self.stop, 0)]
        for (start, count), (stop, _) in pairwise(steps):
            yield start, max(start, stop), count


def painted(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans of which later ones cover earlier ones, as they are to be seen: in order of time, none
    over another, and none that takes no time."""
    seen: list[Span] = []
    for new in spans:
        if new.stop <= new.start:
            continue
        left: list[Span] = []
        for old in seen:
            if old.start < new.start:
                left.append(old._replace(stop=min(old.stop, new.start)))
            if old.stop > new.stop:
                left.append(old._replace(start=max(old.start, new.stop)))
        seen = [*left, new]
    return _joined(sorted(span for span in seen if span.stop > span.start))


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Neighbours of waiting, holding or standing still as one; two calls stay two."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].stop == span.start and _same(joined[-1].state, span.state):
            joined[-1] = joined[-1]._replace(stop=span.stop)
        else:
            joined.append(span)
    return tuple(joined)


def _same(one: State, other: State) -> bool:
    return one == other and one not in ("calling", "refused")
