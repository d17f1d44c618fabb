"""Case 14: a gate that lets the most urgent waiter in next.

The learner's `PrioritySemaphore` keeps those who wait in a heap of (priority, future). Two guests
of the same priority make it compare futures; a guest who leaves the line still gets a place. The
kitchen's guests come through it, stay for the length of a delivery, and leave, or are sent away.

Services 1 to 13 show one thing each. From 14 on they are four parties each that
chance made. Each ends with a
last round: when all is quiet a few more guests come, and exactly `value` can be inside.
"""

from functools import lru_cache

from kitchen import gates
from kitchen.case import (
    Case,
    Figure,
    Hint,
    Mistake,
    Number,
    Service,
    Smaller,
    peak,
)
from kitchen.parties import Party, by_priority
from kitchen.signs import guest_hints as hints
from kitchen.signs import guests
from kitchen.visits import DIRECTED, STAY, First, drawn, line

PART = 3
TITLE = "A semaphore with priorities"
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


# --- what is promised ---------------------------------------------------------------------------


RULES = gates.Rules(_first, by_priority)


def _with(guests: int = 7, places: int = 1, stays: float = STAY) -> Service:
    """The first service with other numbers in it."""
    urgent = (4, 1, 3, 1, 9, 3, 2)
    waiting = [urgent[place % len(urgent)] for place in range(guests)]
    party = Party(line(*waiting, stays=stays), looks=(0.2,))
    return RULES.made_of(DIRECTED[0]._replace(places=places, party=party))


NUMBERS = (
    Number(
        "guests",
        "how many come while one is inside",
        "1..20",
        lambda count: _with(guests=count),
        measure=gates.LONGEST_WAIT,
    ),
    Number(
        "places",
        "how many places the gate has",
        "1..8",
        lambda count: _with(places=count),
        measure=gates.LONGEST_WAIT,
    ),
    Number(
        "stay",
        "how long each of those who wait stays inside",
        "0.02..0.2..0.02",
        lambda long: _with(stays=long),
        unit="s",
        whole=False,
        least=0.001,
        most=2,
        measure=gates.LONGEST_WAIT,
    ),
)


CHECKS = (
    RULES.check(lambda s: f"never more than {RULES.places(s)} inside", gates.within_places, ALL),
    RULES.check(
        lambda s: "the most urgent waiter is next, ties by arrival",
        gates.right_one_next,
        LINE | LEAVES | BACK | PARTY,
    ),
    RULES.check(
        lambda s: "a waiter who leaves costs nothing", gates.leaving_costs_nothing, LEAVES | PARTY
    ),
    RULES.check(lambda s: "a place is never lost, never made", gates.places_are_kept, ALL),
    RULES.check(
        lambda s: "an error inside passes unchanged and frees the place",
        gates.errors_pass,
        ERROR | PARTY,
    ),
    RULES.check(
        lambda s: "nobody slips past those who wait",
        gates.nobody_slips_past,
        BACK | LINE | LEAVES | PARTY,
    ),
    RULES.check(lambda s: "locked() tells the truth", gates.locked_is_true, LINE | LEAVES | PARTY),
)


MISTAKES: tuple[Mistake, ...] = guests.mistakes(RULES)
HINTS = (
    hints.ORDER,
    hints.GONE,
    hints.CUT_OFF,
    hints.BODY,
    hints.HAND_OVER._replace(mistakes=hints.HAND_OVER.mistakes | {"never-released"}),
    hints.THREADS,
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


CASE = Case(
    entry=gates.ENTRY,
    service=RULES.service,
    services=63,
    figures=(
        Figure("served", lambda ledger: ledger.part(0).delivered),
        Figure("errors", lambda ledger: ledger.part(0).count("raised")),
        Figure("inside at most", peak),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=(guests.POLLS,),
    hints=HINTS,
    intended="futures-compared",
    numbers=NUMBERS,
    guests_own=frozenset({"TimeoutError"}),
    picture=RULES.picture,
    smaller=Smaller("guests", RULES.persons, RULES.service),
)
