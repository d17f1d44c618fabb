"""Who held a gate from when until when, as far as a trace tells.

A tracer notes what happened in its order, and no times. But whatever asks the supplier stands in
the ledger too, with its moment; and nothing that is noted after it can have been before. So each
note has an earliest moment, and that is when it was, unless somebody idled in between.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kitchen.calls import FOREVER, Delivery, asked_by
from kitchen.trace import Asks, Call, Gave, Note, Slept, Took, Trace
from kitchen.world.ledger import Ledger
from kitchen.world.wire import SECOND

_LONGEST = 1e6
"""Seconds of the longest sleep that is believed."""


class Hold(NamedTuple):
    """A task held a gate."""

    task: int
    items: tuple[str, ...]
    """What it asked for meanwhile."""
    start: int
    stop: int
    """FOREVER: it never gave it back."""


def holds(trace: Trace, ledger: Ledger, calls: Sequence[Delivery]) -> list[Hold]:
    """All holdings of gates, in the order in which they began."""
    taken: list[tuple[int, int, int, list[str]]] = []  # (task, thing, since, items)
    found: list[Hold] = []
    for at, note in _moments(trace, ledger, calls):
        if isinstance(note, Took):
            taken.append((note.task, note.thing, at, []))
        elif isinstance(note, Asks):
            for task, _, _, items in taken:
                if task == note.task:
                    items.append(note.item)
        elif isinstance(note, Gave):
            for place, (task, thing, since, items) in enumerate(taken):
                if (task, thing) == (note.task, note.thing):
                    found.append(Hold(task, tuple(items), since, at))
                    del taken[place]
                    break
    found += [Hold(task, tuple(items), since, FOREVER) for task, _, since, items in taken]
    return sorted(found, key=lambda hold: hold.start)


def _moments(trace: Trace, ledger: Ledger, calls: Sequence[Delivery]) -> Iterator[tuple[int, Note]]:
    """Each note with the earliest moment at which it can have been made."""
    known = list(_known(trace, ledger, calls))
    latest = list(_latest(known, ledger))
    ends = {call.number: call.ended for call in calls}
    # Two notes can be equal, so each goes by itself.
    number_of = {id(note): number for number, note in asked_by(trace, calls).items()}
    now = 0
    free: dict[int, int] = {}  # task -> when its last call or sleep is over
    for note, moment, before in zip(trace.notes, known, latest, strict=True):
        task = getattr(note, "task", 0)
        # Who is cancelled in a sleep or a call goes on sooner than he would have.
        now = max(now, min(free.get(task, 0), before), moment or 0)
        if id(note) in number_of:
            free[task] = ends[number_of[id(note)]]
        elif isinstance(note, Slept) and 0 <= note.seconds <= _LONGEST:
            free[task] = now + round(note.seconds * SECOND)
        yield now, note


def _known(trace: Trace, ledger: Ledger, calls: Sequence[Delivery]) -> Iterator[int | None]:
    """The moment of each note, where the ledger tells it."""
    asked = {call.number: call.asked for call in calls}
    moments = {id(note): asked[number] for number, note in asked_by(trace, calls).items()}
    begun = {event.number: event.at for event in ledger.of("begun")}
    for note in trace.notes:
        yield begun.get(note.call) if isinstance(note, Call) else moments.get(id(note))


def _latest(known: Sequence[int | None], ledger: Ledger) -> Iterator[int]:
    """The moment before which each note was made: of the next one that is known, or the end."""
    moment = max((event.at for event in ledger), default=0)
    found = []
    for here in reversed(known):
        moment = moment if here is None else min(moment, here)
        found.append(moment)
    return reversed(found)
