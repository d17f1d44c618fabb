"""Case 14: a gate that lets the most urgent waiter in next.

The learner's `PrioritySemaphore` keeps those who wait in a heap of (priority, future). Two guests
of the same priority make it compare futures; a guest who leaves the line still gets a place. The
kitchen's guests come through it, stay for the length of a delivery, and leave, or are sent away.

Services 1 to 9 show one thing each. From 10 on they are parties that chance made. Each ends with a
second round: when all is quiet a few more guests come, and exactly `value` can be inside.
"""

from collections.abc import Callable
from functools import lru_cache, partial

from kitchen import gates
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
from kitchen.parties import (
    Party,
    Story,
    by_priority,
    fates,
    script,
    stories,
    table,
)
from kitchen.parts import Parts
from kitchen.signs import guests
from kitchen.visits import DIRECTED, First, drawn, rounds
from kitchen.world.supplier import Conditions

TITLE = "A semaphore with priorities"
ENTRY = Entry("PrioritySemaphore", ("value",), "class")
DOOR = 1_000
"""The supplier's own limit: it is the gate that is judged."""

LINE = frozenset({"line"})
LEAVES = frozenset({"leaves"})
BACK = frozenset({"back"})
ERROR = frozenset({"error"})
PARTY = frozenset({"party"})
ALL = LINE | LEAVES | BACK | ERROR | PARTY


# --- services ---------------------------------------------------------------------------------


@lru_cache(1024)
def _first(number: int) -> First:
    return DIRECTED[number - 1] if number <= len(DIRECTED) else drawn(number)


def _rounds(number: int, kept: Parts = ()) -> tuple[Party, Party]:
    return rounds(_first(number), kept)


def service(number: int, kept: Parts = ()) -> Service:
    """Service `number`: one of the nine that show one thing each, or a party that chance made."""
    first, rounds = _first(number), _rounds(number, kept)
    return Service(
        number,
        first.kind,
        first.title,
        ENTRY,
        Conditions(limit=DOOR, fates=fates(rounds)),
        script(rounds),
        stage="gate",
        given=(first.places,),
    )


def _told(served: Served) -> list[Story]:
    return stories(served.ledger, _rounds(served.service.number, served.service.kept))


def _value(service: Service) -> int:
    places: int = service.given[0]
    return places


# --- what is promised ---------------------------------------------------------------------------


RULES = gates.Rules(_told, _value, by_priority)


def _check(
    title: Callable[[Service], str],
    promise: Callable[[gates.Rules, Served], Finding],
    kinds: frozenset[str],
) -> Check:
    """A promise of every gate, put to this one."""
    return Check(title, partial(promise, RULES), kinds)


CHECKS = (
    _check(lambda s: f"never more than {_value(s)} inside", gates.within_places, ALL),
    _check(
        lambda s: "the most urgent waiter is next, ties by arrival",
        gates.right_one_next,
        LINE | LEAVES | PARTY,
    ),
    _check(
        lambda s: "a waiter who leaves costs nothing", gates.leaving_costs_nothing, LEAVES | PARTY
    ),
    _check(lambda s: "a place is never lost, never made", gates.places_are_kept, ALL),
    _check(
        lambda s: "an error inside passes unchanged and frees the place",
        gates.errors_pass,
        ERROR | PARTY,
    ),
    _check(
        lambda s: "nobody slips past those who wait",
        gates.nobody_slips_past,
        BACK | LINE | LEAVES | PARTY,
    ),
    _check(lambda s: "locked() tells the truth", gates.locked_is_true, LINE | LEAVES | PARTY),
)


MISTAKES: tuple[Mistake, ...] = guests.mistakes(RULES)
HINTS = (
    Hint(
        frozenset(
            {"futures-compared", "ties-by-chance", "first-come", "upside-down", "wrong-next"}
        ),
        (
            "Look at what is put into the heap. What does heapq compare, when two guests have the "
            "same priority, and what should decide then?",
            "`itertools.count()` gives every entry a number of its own, in order of arrival.",
            "`heapq.heappush(self._line, (priority, next(self._arrivals), place))`",
        ),
    ),
    Hint(
        frozenset(
            {
                "place-to-the-dead",
                "lost-with-the-waiter",
                "lost-as-granted",
                "place-made",
                "heap-not-restored",
                "cancel-swallowed",
            }
        ),
        (
            "A guest may be cancelled at `await place`. What is in the heap then, and who gives "
            "back a place that the guest never had?",
            "Pass over those who have gone when a place is given away: `place.done()` tells. And "
            "keep apart what must happen to one who waited and to one who was inside.",
            "`except CancelledError: if not place.cancelled(): self._hand_over(); raise`, round "
            "the `await place` alone; the `finally` that gives the place back stands round the "
            "`yield` alone.",
        ),
    ),
    Hint(
        frozenset(),
        (
            "Follow one place: who has it, at every moment? From the moment it comes free until "
            "somebody is inside, whose is it?",
            "Hand it over: give a free place to the waiter itself (`set_result`), and count it "
            "free only when nobody waits. Then a newcomer can't find it, and `locked()` is true.",
            "`while self._line: place = heappop(self._line)[-1]`; if it isn't done: "
            "`place.set_result(None); return`. After the loop: `self._free += 1`.",
        ),
    ),
)


def _keep(service_: Service, kept: Parts) -> Service:
    return service(service_.number, kept)


CASE = Case(
    part=3,
    entry=ENTRY,
    service=service,
    services=210,
    figures=(
        Figure("served", lambda ledger: ledger.part(0).delivered),
        Figure("errors", lambda ledger: ledger.part(0).count("raised")),
        Figure("inside at most", lambda ledger: ledger.peak),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=(guests.POLLS,),
    hints=HINTS,
    intended="futures-compared",
    guests_own=frozenset({"TimeoutError"}),
    picture=lambda served: table(_told(served), 0),
    smaller=Smaller("guests", lambda s: len(_first(s.number).party.guests), _keep),
)
