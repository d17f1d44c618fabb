"""Case 10: a thread for each item, one stock list, and a supplier who takes a few calls at once.

The learner's `restock` starts a thread for each item. All of them phone at the same moment, each
adds what it got to a dictionary that all share, and what goes wrong in a thread is printed and
gone. It must keep to the limit, lose no update whatever the order of turns, and tell its caller
of errors, with no thread left behind.

Services 1 to 6 show one thing each. From 7 on they are orders of turns: the same small order, and
threads that are late at other points of the learner's file.
"""

from functools import lru_cache

from kitchen.case import (
    Case,
    Check,
    Entry,
    Figure,
    Finding,
    Hint,
    Mistake,
    Served,
    Service,
    Smaller,
)
from kitchen.grace import GRACE
from kitchen.interleaving import picture
from kitchen.parts import Parts
from kitchen.world import chance
from kitchen.world.script import SUPPLIER, Begin
from kitchen.world.supplier import Conditions
from kitchen.world.wire import SECOND

TITLE = "The same, without a loop"
ENTRY = Entry("restock", ("supplier", "items"))
LIMIT = 4
LINGER = 1.0
"""Seconds that threads have, when restock is over, before those that go on are left."""

SHARE = 0.6
"""Still concurrent: under this share of the time that one call at a time would take."""

KINDS = ("flour", "rice", "beans")

PLAIN = frozenset({"even", "limit", "spread"})
SPOILED = frozenset({"spoiled"})
ORDER = frozenset({"order"})

FIRST_ORDER = 7
LATE_ONCE = 150
"""Orders in which one thread is late, once; in the further ones it happens by chance."""

DENSE = 110
"""Of those, so many at one point after the other; then further and further apart, since a file
that looks again and again has many."""

ORDERS = 250
SPOILED_ORDERS = 12
"""Of the last orders so many have spoiled items."""

MOST_LATE = 1_000
"""Points at which a thread may be late by chance."""


# --- services ---------------------------------------------------------------------------------


def service(number: int) -> Service:
    """Service `number`: one of the six that show one thing each, or an order of turns."""
    plain = Conditions(LIMIT, kinds=KINDS)
    directed = {
        1: ("even", "24 items of 0.05 s, limit 4", plain),
        2: ("limit", "24 items, limit 2", plain._replace(limit=2)),
        3: ("limit", "24 items, limit 7", plain._replace(limit=7)),
        4: ("spread", "24 items of 0.02 to 0.08 s", plain._replace(fastest=0.02, slowest=0.08)),
        5: ("spoiled", "item 5 of 24 is spoiled", plain._replace(spoiled=frozenset({5}))),
        6: (
            "spoiled",
            "4 of 24 items are spoiled, as many as the limit",
            plain._replace(spoiled=frozenset({2, 5, 11, 12})),
        ),
    }
    if number in directed:
        kind, title, conditions = directed[number]
        return _service(number, kind, title, conditions, 24)
    order = number - FIRST_ORDER
    conditions = Conditions(3, kinds=KINDS[:2])
    kind, title = "order", f"8 items, limit 3, order of turns {order + 1}"
    if order >= ORDERS - SPOILED_ORDERS:
        bad = frozenset({1 + order % 8, 1 + order % 5})
        kind, title = "spoiled", f"{title}; {len(bad)} of the items spoiled"
        conditions = conditions._replace(spoiled=bad)
    return _service(number, kind, title, conditions, 8)._replace(late=_late(number))


def _service(
    number: int, kind: str, title: str, conditions: Conditions, items: int
) -> Service:
    call = Begin("restock", (SUPPLIER, list(range(1, items + 1))))
    script = ((call,),)
    return Service(
        number, kind, title, ENTRY, conditions, script, stage="threads", linger=LINGER
    )


@lru_cache(1024)
def _late(number: int) -> tuple[int, ...]:
    """The points at which a thread is late."""
    order = number - FIRST_ORDER
    if order < DENSE:
        return (order + 1,)
    if order < LATE_ONCE:
        return (DENSE + (order - DENSE + 1) ** 2 // 2,)
    share = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5)[order % 6]
    return tuple(n for n in range(1, MOST_LATE) if chance.draw(number, "late", n) < share)


def _with_late(number: int, kept: Parts) -> Service:
    """An order of turns with only these of its late steps."""
    whole = service(number)
    return whole._replace(late=tuple(whole.late[place - 1] for place in kept))


# --- what is promised ---------------------------------------------------------------------------


def all_delivered(served: Served) -> Finding:
    """Every item once, none turned away, all before restock returned."""
    ledger, items = served.ledger, _items(served.service)
    arrived = ledger.times("delivered")
    figure = f"{sum(arrived.values())} delivered, {ledger.turned_away} turned away"
    end = ledger.end_of(0)
    if end is None:
        return Finding(False, figure, "restock did not come to its end.")
    if ledger.turned_away:
        calls = ledger.count("asked")
        seen = f"{ledger.turned_away} of {calls} calls met a supplier who was already busy."
        return Finding(False, figure, seen)
    if end.kind == "raised":
        error = served.errors[0]
        return Finding(False, figure, f"restock raised {error.type}: {error.text}")
    asked = ledger.times("asked")
    unasked = [item for item in items if not asked[item]]
    if unasked:
        return Finding(False, figure, f"{len(unasked)} of {len(items)} items were never asked for.")
    twice = [item for item, times in asked.items() if times > 1 or item not in items]
    if twice:
        return Finding(False, figure, f"Item {twice[0]} was asked for more than once, or unasked.")
    late = [event for event in ledger.of("delivered") if event.at > end.at]
    if late:
        seen = f"restock returned while {len(late)} items were still on their way."
        return Finding(False, f"{len(items) - len(late)} delivered by then", seen)
    return Finding(True)


def stock_is_right(served: Served) -> Finding:
    """The returned stock holds the weights that the supplier handed over."""
    service, end = served.service, served.ledger.end_of(0)
    if end is None or end.kind != "returned":
        error = served.errors.get(0)
        raised = f" It raised {error.type}: {error.text}" if error else ""
        return Finding(False, "no stock", f"restock returned no stock.{raised}")
    marks = served.ledger.of("mark")
    told = {str(mark.item): mark.number for mark in marks if mark.note == "stock"}
    odd = [mark for mark in marks if mark.note != "stock"]
    if odd:
        return Finding(False, "no stock", f"restock returned {odd[0].item}, no stock.")
    wanted: dict[str, int] = {}
    for item in _items(service):
        kind = service.conditions.kind(service.number, item)
        wanted[kind] = wanted.get(kind, 0) + service.conditions.weight(service.number, item)
    wrong = [kind for kind in {**wanted, **told} if told.get(kind) != wanted.get(kind)]
    if not wrong:
        return Finding(True)
    kind = wrong[0]
    seen = f"{wanted.get(kind, 0)} kg of it came; the stock says {told.get(kind, 0)} kg."
    return Finding(False, f"{kind}: {told.get(kind, 0)} of {wanted.get(kind, 0)} kg", seen)


def within_limit(served: Served) -> Finding:
    """Never more at the door than the limit, refused calls included."""
    limit, peak = served.service.conditions.limit, served.ledger.peak
    if not peak:
        return Finding(False, "nothing ordered", "Nothing was ever ordered.")
    seen = f"At the busiest moment {peak} calls stood at a door that takes {limit}."
    return Finding(peak <= limit, f"peak {peak}", seen)


def concurrent(served: Served) -> Finding:
    """Well under the time that one at a time would take."""
    took, bound = served.ledger.took, _bound(served.service)
    if not served.ledger.delivered:
        return Finding(False, "nothing delivered", "No item ever came.")
    seen = f"One call at a time would take {bound / SHARE:.2f} s; this took {took:.2f} s."
    return Finding(took < bound, f"took {took:.2f} s", seen)


def error_is_told(served: Served) -> Finding:
    """Items are spoiled: restock raises one of their errors, itself or in a group."""
    end = served.ledger.end_of(0)
    if end is None:
        return Finding(False, "no end", "restock did not come to its end.")
    if end.kind == "returned":
        return Finding(False, "it returned", "An item was spoiled, and restock returned.")
    error = served.errors[0]
    inner = error.first.partition(":")[0] or error.type
    if inner != "Spoiled":
        seen = f"An item was spoiled, and restock raised {inner} instead of its Spoiled."
        return Finding(False, f"raised {inner}", seen)
    return Finding(True)


def threads_have_finished(served: Served) -> Finding:
    """No thread goes on when restock is over."""
    ledger, end = served.ledger, served.ledger.end_of(0)
    if end is None:
        return Finding(False, "no end", "restock did not come to its end.")
    over = {e.number for e in ledger.of("finished") if e.at <= end.at + GRACE}
    left = [e for e in ledger.of("started") if e.number not in over]
    if not left:
        return Finding(True)
    few = "one thread" if len(left) == 1 else f"{len(left)} threads"
    seen = f"restock was over, and {few} went on: {left[0].note}."
    return Finding(False, f"{len(left)} left", seen)


def _items(service: Service) -> list[int]:
    begin = service.script[0][0]
    assert isinstance(begin, Begin)
    return list(begin.args[1])


def _bound(service: Service) -> float:
    conditions = service.conditions
    alone = sum(conditions.seconds(service.number, item, 0) for item in _items(service))
    return SHARE * alone


CHECKS = (
    Check(
        lambda s: f"all {len(_items(s))} items are delivered, none turned away",
        all_delivered,
        PLAIN,
    ),
    Check(
        lambda s: "the stock is right in every order of turns",
        stock_is_right,
        PLAIN | ORDER,
        counted=ORDER,
    ),
    Check(
        lambda s: f"never more than {s.conditions.limit} at once",
        within_limit,
        PLAIN | ORDER,
        witnesses=SPOILED,
    ),
    Check(lambda s: f"still concurrent: under {_bound(s):.2f} s", concurrent, frozenset({"even", "spread"})),
    Check(lambda s: "a spoiled item's error reaches the caller", error_is_told, SPOILED),
    Check(
        lambda s: "every thread has finished when restock ends",
        threads_have_finished,
        PLAIN | SPOILED | ORDER,
    ),
)

MISTAKES: tuple[Mistake, ...] = ()
HINTS: tuple[Hint, ...] = ()

CASE = Case(
    part=2,
    entry=ENTRY,
    service=service,
    services=FIRST_ORDER - 1 + ORDERS,
    figures=(
        Figure("delivered", lambda ledger: ledger.delivered),
        Figure("turned away", lambda ledger: ledger.turned_away),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=(),
    hints=HINTS,
    intended="unlimited",
    threads=True,
    picture=lambda clues: picture(clues.trace, clues.source),
    smaller=Smaller("late steps", lambda s: len(s.late), _with_late),
)
