"""Case 15: whoever waits too long gives up, and costs nothing.

The gate of case 14, with a ttl: how long a guest waits. The learner's file puts `wait_for` round
the wait and lets everybody give a place back, also those who gave up and never had one.

Services 1 to 10 show one thing of the ttl each, 11 to 23 are those of case 14, in 24 a guest with a
ttl is cut as it gets its place, and another one as its ttl ends, 25 is a crowd that comes and goes.
From 26 on they are four parties each that chance made.
"""

from functools import lru_cache

from kitchen import gates
from kitchen.case import (
    Case,
    Check,
    Figure,
    Finding,
    Hint,
    Number,
    Served,
    Service,
    Smaller,
    peak,
)
from kitchen.parties import Party, by_priority
from kitchen.parts import Parts
from kitchen.signs import guest_hints as hints
from kitchen.signs import guests
from kitchen.visits import DIRECTED, PATIENT, PATIENT_AND_CUT, First, drawn, line, patient
from kitchen.world.script import Begin

PART = 3
TITLE = "A semaphore whose waiters lose patience"
CROWD = 10_000
MOST_OBJECTS = 5_000
"""So many more objects than before may be left when a crowd has gone."""

TTL = frozenset({"ttl"})
NONE = frozenset({"none"})
MEMORY = frozenset({"memory"})
LINE = frozenset({"line"})
LEAVES = frozenset({"leaves"})
BACK = frozenset({"back"})
ERROR = frozenset({"error"})
PARTY = frozenset({"party"})
ALL = TTL | NONE | LINE | LEAVES | BACK | ERROR | PARTY


# --- services ---------------------------------------------------------------------------------


@lru_cache(1024)
def _first(number: int) -> First:
    directed = (*PATIENT, *DIRECTED, PATIENT_AND_CUT)
    if number <= len(directed):
        return directed[number - 1]
    if number == len(directed) + 1:
        title = f"{CROWD // 1000} 000 guests come and give up, three at a time"
        return First("memory", title, 1, Party(()))
    return drawn(number, patience=True)


# --- what is promised ---------------------------------------------------------------------------


RULES = gates.Rules(_first, by_priority)


def service(number: int, kept: Parts = ()) -> Service:
    """Service `number`, or what is left of it."""
    made = RULES.service(number, kept)
    if made.kind not in MEMORY:
        return made
    return made._replace(script=((Begin("crowd", (CROWD, 0.01)),),))


def _with(guests: int = 6, places: int = 1, ttl: float = 0.1) -> Service:
    """The first service with other numbers in it, where all who wait have the same patience."""
    holder, *waiting = line(*range(1, guests + 1))
    guests_ = (*patient((holder,)), *(guest._replace(more=(ttl,)) for guest in waiting))
    party = Party(guests_, looks=(0.25,))
    return RULES.made_of(PATIENT[0]._replace(places=places, party=party))


NUMBERS = (
    Number(
        "ttl",
        "how long each of 6 guests waits for a place",
        "0.03..0.45..0.03",
        lambda ttl: _with(ttl=ttl),
        unit="s",
        whole=False,
        least=0,
        most=10,
        measure=gates.LONGEST_WAIT,
    ),
    Number(
        "guests",
        "how many guests come while one is inside, each with a ttl of 0.2 s",
        "1..20",
        lambda count: _with(guests=count, ttl=0.2),
        measure=gates.LONGEST_WAIT,
    ),
    Number(
        "places",
        "how many places there are for 6 guests, each with a ttl of 0.1 s",
        "1..8",
        lambda count: _with(places=count),
        measure=gates.LONGEST_WAIT,
    ),
)


def leaves_the_memory(served: Served) -> Finding:
    """Who gave up is not kept anywhere."""
    return gates.memory_is_freed(served, CROWD, MOST_OBJECTS)


CHECKS = (
    RULES.check(lambda s: f"never more than {RULES.places(s)} inside", gates.within_places, ALL),
    RULES.check(
        lambda s: "who has no place by its ttl is told then, not later",
        gates.told_in_time,
        TTL | PARTY,
    ),
    RULES.check(lambda s: "the ttl never cuts the stay", gates.stay_is_not_cut, TTL | PARTY),
    RULES.check(
        lambda s: "ttl 0 and None mean what the docstring says", gates.no_patience, NONE | PARTY
    ),
    RULES.check(
        lambda s: "the body's own TimeoutError is left alone", gates.errors_pass, ERROR | PARTY
    ),
    RULES.check(
        lambda s: "the most urgent waiter is next, ties by arrival",
        gates.right_one_next,
        TTL | LINE | LEAVES | BACK | PARTY,
    ),
    RULES.check(
        lambda s: "a waiter who leaves costs nothing", gates.leaving_costs_nothing, LEAVES | PARTY
    ),
    RULES.check(lambda s: "a place is never lost, never made", gates.places_are_kept, ALL),
    RULES.check(
        lambda s: "nobody slips past those who wait",
        gates.nobody_slips_past,
        TTL | BACK | LINE | LEAVES | PARTY,
    ),
    RULES.check(
        lambda s: "locked() tells the truth", gates.locked_is_true, TTL | LINE | LEAVES | PARTY
    ),
    Check(
        lambda s: f"who gives up leaves the memory ({CROWD // 1000} 000 came and went)",
        leaves_the_memory,
        MEMORY,
    ),
)


MISTAKES = (
    guests.DEAD_KEPT,
    *guests.mistakes_of_patience(RULES),
    # Somebody leaves the line in the very first service, so it is told by that.
    *(mistake for mistake in guests.mistakes(RULES) if mistake.name != "never-released"),
)

HINTS = (
    Hint(
        frozenset({"ttl-cuts-the-stay"}),
        (
            "When is the alarm of this guest switched off: when it gets its place, or when it "
            "leaves? Look at what would happen if it rang between the two.",
            "`asyncio.timeout(ttl)` is a block: whoever has left it has no alarm any more. So it "
            "ends where the wait ends; and one that you set by `call_later` needs its `cancel()` "
            "there.",
            "`async with asyncio.timeout(ttl):` round the line that waits and round no other; "
            "`try: yield` stands below that block.",
        ),
    ),
    Hint(
        frozenset({"ttl-not-kept", "ttl-of-nothing"}),
        (
            "A guest comes at 1.00 with a ttl of 0.20, and twice before 1.20 places change "
            "hands. Go through your lines: what happens at 1.20, and what would have happened "
            "with a ttl of 0?",
            "First see whether a place is free; if none is, and the ttl is 0 or less, raise "
            "without waiting. Otherwise one `asyncio.timeout`, begun once and round the whole "
            "wait, rings in the right moment by itself.",
            "`if self._free:` take it, `elif ttl is not None and ttl <= 0: raise TimeoutError`, "
            "`else: async with asyncio.timeout(ttl):` and the wait, with any loop of it inside.",
        ),
    ),
    Hint(
        frozenset({"dead-kept"}),
        (
            "One guest stays inside, and ten thousand come, wait and give up. What in your gate "
            "has become as long as they were many, and which line ever makes it shorter?",
            "Count those who have gone. When they are more than half of the line, make it anew "
            "of those who still wait, and `heapify` it: that is rare enough to cost next to "
            "nothing.",
            "`if 2 * self._dead > len(self._line):` `self._line = [entry for entry in self._line "
            "if not entry[-1].done()]`, `heapq.heapify(self._line)`, `self._dead = 0`; and one "
            "less whenever a dead one is popped.",
        ),
    ),
    hints.CUT_OFF,
    hints.GONE,
    hints.ORDER,
    hints.BODY,
    hints.HAND_OVER,
    hints.THREADS,
    Hint(
        frozenset(),
        (
            "Three things can end a wait: a place, a cancellation, and the end of the ttl. Follow "
            "each of them: who has the place afterwards?",
            "`asyncio.timeout_at(loop.time() + ttl)` round the wait alone, not round the `yield`; "
            "whoever never had a place gives none back.",
            "`try: await place` / `except BaseException: if place.done() and not "
            "place.cancelled(): self._hand_over(); raise`, all inside `async with "
            "asyncio.timeout(ttl)`; then, outside it, `try: yield` / `finally: self._hand_over()`.",
        ),
    ),
)


CASE = Case(
    entry=gates.ENTRY,
    service=service,
    services=75,
    figures=(
        Figure("served", lambda ledger: ledger.part(0).delivered),
        Figure("gave up", lambda ledger: ledger.part(0).count("raised")),
        Figure("inside at most", peak),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=(guests.POLLS,),
    hints=HINTS,
    intended="place-made",
    numbers=NUMBERS,
    guests_own=frozenset({"TimeoutError"}),
    picture=RULES.picture,
    smaller=Smaller("guests", RULES.persons, service),
)
