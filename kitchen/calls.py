"""Calls at the supplier's door: when each began and how it ended, and which note of a trace is of
which."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from kitchen.trace import Asks, Trace
from kitchen.world.ledger import Item, Ledger

FOREVER = 1 << 62
"""The end of what never ended, in nanoseconds."""


class Delivery(NamedTuple):
    """One call at the supplier's door. Moments in nanoseconds."""

    number: int
    item: Item
    round: int
    asked: int
    ended: int
    """FOREVER: it never did."""
    how: str
    """'delivered', 'failed', 'hung up', 'sent away', or '' if it never ended."""


def deliveries(ledger: Ledger) -> list[Delivery]:
    """All calls at the door, in order."""
    ends = {e.number: e for e in ledger.of("delivered", "failed", "hung up", "sent away")}
    found = []
    for asked in ledger.of("asked"):
        end = ends.get(asked.number)
        moment, how = (end.at, str(end.kind)) if end else (FOREVER, "")
        item = "" if asked.item is None else asked.item
        found.append(Delivery(asked.number, item, asked.round, asked.at, moment, how))
    return found


def asked_by(trace: Trace, calls: Sequence[Delivery]) -> dict[int, Asks]:
    """The note of each delivery, by its number: the first note of an item is its first call."""
    of_item: defaultdict[str, list[Delivery]] = defaultdict(list)
    for call in calls:
        of_item[str(call.item)].append(call)
    times: Counter[str] = Counter()
    found = {}
    for note in trace.asks:
        same = of_item[note.item]
        if times[note.item] < len(same):
            found[same[times[note.item]].number] = note
        times[note.item] += 1
    return found
