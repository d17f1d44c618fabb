"""Ledgers written by hand: a line for each event, in seconds, as (0.05, "asked", 2)."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from kitchen.world.ledger import Event, Kind, Ledger
from kitchen.world.wire import SECOND

Line = tuple[float, str, int] | tuple[float, str, int, Any]
"""When, what, who; and for a mark that says more, what it says."""

CALLS = ("begun", "cut", "returned", "raised", "cancelled")
MARKS = ("came", "late", "same", "locked", "objects")
"""What a stage reports: the note of a mark."""


def ns(seconds: float) -> int:
    """20 ms and a nanosecond is 0.020000001."""
    return round(seconds * SECOND)


def events(
    lines: Iterable[Line],
    *,
    calls: Mapping[int, int] | None = None,
    round: int = 0,
    start: float = 0.0,
) -> list[Event]:
    """In order of time; what happens in one moment, in the order in which it is written.

    `calls`: in which call somebody came, if it isn't the one before his number.
    """
    made = []
    for at, what, number, *more in sorted(lines, key=lambda line: line[0]):
        moment, item = ns(start + at), more[0] if more else None
        if what in MARKS:
            made.append(Event(moment, "mark", round, number, item, what))
        elif what in CALLS:
            call = number - 1 if calls is None else calls[number]
            made.append(Event(moment, cast(Kind, what), round, call))
        else:
            made.append(Event(moment, cast(Kind, what), round, number, number))
    return made


def ledger(*lines: Line) -> Ledger:
    """The ledger of one round."""
    return Ledger(events(lines))


def visit(
    number: int, came: float, entered: float, left: float, end: str = "returned"
) -> list[Line]:
    """Somebody came, got in, and left: as he wanted, by an error, or because he was cancelled."""
    out = {"returned": "delivered", "raised": "failed", "cancelled": "hung up"}[end]
    return [(came, "came", number), (entered, "asked", number), (left, out, number),
            (left, end, number)]  # fmt: skip


def wait(number: int, came: float, gone: float | None = None, end: str = "") -> list[Line]:
    """Somebody came, waited, and never got in; if he went away: when, and how."""
    ended: list[Line] = [] if gone is None else [(gone, end, number)]
    return [(came, "came", number), *ended]
