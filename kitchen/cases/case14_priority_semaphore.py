"""Case 14: a gate that lets the most urgent waiter in next.

The learner's `PrioritySemaphore` keeps those who wait in a heap of (priority, future). Two guests
of the same priority make it compare futures; a guest who leaves the line still gets a place. The
kitchen's guests come through it, stay for the length of a delivery, and leave, or are sent away.

Services 1 to 9 show one thing each. From 10 on they are parties that chance made. Each ends with a
second round: when all is quiet a few more guests come, and exactly `value` can be inside.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

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
    Guest,
    Party,
    Story,
    apart,
    by_priority,
    fates,
    moments,
    script,
    stories,
    table,
)
from kitchen.parts import Parts
from kitchen.signs import guests
from kitchen.world import chance
from kitchen.world.supplier import Conditions

TITLE = "A semaphore with priorities"
ENTRY = Entry("PrioritySemaphore", ("value",), "class")
DOOR = 1_000
"""The supplier's own limit: it is the gate that is judged."""

LATER = 100
"""Guests of the second round are numbered from here."""

LINE = frozenset({"line"})
LEAVES = frozenset({"leaves"})
BACK = frozenset({"back"})
ERROR = frozenset({"error"})
PARTY = frozenset({"party"})
ALL = LINE | LEAVES | BACK | ERROR | PARTY


ERRORS = {5: "Spoiled", 6: "Spoiled", 7: "TimeoutError"}
"""What guests of a drawn party raise inside, in twentieths."""


# --- services ---------------------------------------------------------------------------------


def _line(*priorities: int, stays: float = 0.05) -> tuple[Guest, ...]:
    """A holder, number 1, and those who come while it is inside, 30 ms apart."""
    holder = Guest(1, 5, 0.0, stays=0.03 * len(priorities) + 0.1)
    rest = [
        Guest(place + 2, priority, 0.03 * (place + 1), stays=stays)
        for place, priority in enumerate(priorities)
    ]
    return holder, *rest


def _cut(guests: Sequence[Guest], number: int, at: float) -> tuple[Guest, ...]:
    return tuple(g._replace(cut=at) if g.number == number else g for g in guests)


def _in_one_turn(cut_first: bool) -> Party:
    """The holder leaves and the next in line is cancelled in the same turn."""
    holder = Guest(1, 5, 0.0, leaves=0.2)
    first = Guest(2, 1, 0.05, stays=0.05, cut=0.2)
    return Party((holder, first, Guest(3, 3, 0.1, stays=0.05)), (0.4,), cut_first)


def _two_at_once() -> Party:
    """Two who wait are cancelled in the turn in which both holders leave."""
    holders = (Guest(1, 5, 0.0, leaves=0.3), Guest(2, 5, 0.03, leaves=0.3))
    waiting = (Guest(3, 1, 0.06, 0.05, cut=0.3), Guest(4, 2, 0.09, 0.05, cut=0.3))
    return Party((*holders, *waiting, Guest(5, 3, 0.12, 0.05), Guest(6, 4, 0.15, 0.05)), (0.5,))


def _back_again() -> Party:
    """A guest who leaves asks again at the same priority in the very turn, while two wait."""
    holder = Guest(1, 1, 0.0, leaves=0.2)
    again = Guest(4, 1, 0.2, stays=0.05)
    return Party((holder, Guest(2, 1, 0.05, 0.05), Guest(3, 1, 0.1, 0.05), again))


def _errors_inside() -> Party:
    """The first who waits raises inside, the next a TimeoutError of its own."""
    errors = {2: "Spoiled", 3: "TimeoutError"}
    line = [g._replace(error=errors.get(g.number, "")) for g in _line(3, 3, 4, 5)]
    return Party(tuple(line))


class First(NamedTuple):
    """The first round of a service."""

    kind: str
    title: str
    places: int
    party: Party


DIRECTED = (
    First(
        "line",
        "7 wait behind a holder, some of equal priority",
        1,
        Party(_line(4, 1, 3, 1, 9, 3, 2), looks=(0.2,)),
    ),
    First(
        "leaves",
        "7 wait behind a holder; the first in line is cancelled",
        1,
        Party(_cut(_line(50, 1, 8, 60, 70, 9, 10), 3, 0.25)),
    ),
    First(
        "leaves",
        "7 wait behind a holder; one in the middle is cancelled",
        1,
        Party(_cut(_line(1, 50, 2, 60, 70, 3, 4), 3, 0.25)),
    ),
    First(
        "leaves",
        "the next in line is cancelled, then the holder leaves, in one turn",
        1,
        _in_one_turn(cut_first=True),
    ),
    First(
        "leaves",
        "the holder leaves, then the next in line is cancelled, in one turn",
        1,
        _in_one_turn(cut_first=False),
    ),
    First("leaves", "two leave and the next two are cancelled, in one turn", 2, _two_at_once()),
    First("back", "who leaves comes again in the same turn, while two wait", 1, _back_again()),
    First("error", "one raises inside, the next a TimeoutError of its own", 1, _errors_inside()),
    First("error", "the holder is cancelled inside", 1, Party(_cut(_line(2, 3, 4), 1, 0.12))),
)


def _drawn(number: int) -> First:
    """Guests that chance made; no two things within 25 ms of each other."""
    for attempt in range(1_000):
        draw = partial(chance.draw, number, attempt)
        count, places = 3 + int(7 * draw("count")), 1 + int(3 * draw("places") * draw("places"))
        span = 0.1 * count * count
        made = []
        for one in range(1, count + 1):
            comes = round(span * draw("comes", one) * 0.7, 3)
            stays = round((0.1 + 0.9 * draw("stays", one)) * span * places / count, 3)
            fate = draw("fate", one)
            cut = round(comes + span * draw("cut", one) * 0.6, 3) if fate < 0.25 else None
            error = ERRORS.get(int(20 * fate), "")
            priority = int(4 * draw("priority", one))
            made.append(Guest(one, priority, comes, stays, cut=cut, error=error))
        party = Party(tuple(made))
        looks = tuple(round(span * draw("look", one), 3) for one in range(2))
        happens = moments(party, places, lambda guest: guest.priority)
        if apart([*happens, *looks], 0.025):
            break
    title = f"{count} guests, {gates.count_of(places)}"
    return First("party", title, places, party._replace(looks=looks))


@lru_cache(1024)
def _first(number: int) -> First:
    return DIRECTED[number - 1] if number <= len(DIRECTED) else _drawn(number)


def _rounds(number: int, kept: Parts = ()) -> tuple[Party, Party]:
    """Both rounds of a service; of the first one, if it was made smaller, what is left."""
    first = _first(number)
    guests = sorted(first.party.guests, key=lambda g: g.comes)
    left = tuple(guests[place - 1] for place in kept) if kept else tuple(guests)
    later = tuple(
        Guest(LATER + place, 1, 0.03 * place, stays=0.2) for place in range(first.places + 1)
    )
    return first.party._replace(guests=left), Party(later, looks=(0.15,))


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
    remarks=(),
    hints=HINTS,
    intended="futures-compared",
    guests_own=frozenset({"TimeoutError"}),
    picture=lambda served: table(_told(served), 0),
    smaller=Smaller("guests", lambda s: len(_first(s.number).party.guests), _keep),
)
