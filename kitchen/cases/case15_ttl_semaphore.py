"""Case 15: whoever waits too long gives up, and costs nothing.

The gate of case 14, with a ttl: how long a guest waits. The learner's file puts `wait_for` round
the wait and lets everybody give a place back, also those who gave up and never had one.

Services 1 to 8 show one thing of the ttl each, 9 to 20 are those of case 14, 21 is a crowd that
comes and goes. From 22 on they are parties that chance made.
"""

from collections.abc import Sequence
from functools import lru_cache

from kitchen import gates
from kitchen.case import (
    Case,
    Check,
    Clues,
    Figure,
    Finding,
    Hint,
    Mistake,
    Served,
    Service,
    Sighting,
    Smaller,
)
from kitchen.parties import (
    Guest,
    Party,
    by_priority,
)
from kitchen.parts import Parts
from kitchen.signs import guests
from kitchen.visits import DIRECTED, First, drawn, line
from kitchen.world.script import Begin

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


def _patient(guests: Sequence[Guest], **ttl: float) -> tuple[Guest, ...]:
    """The guests, those named like `g3` with this ttl, and the others without."""
    return tuple(g._replace(more=(ttl.get(f"g{g.number}"),)) for g in guests)


def _busy() -> Party:
    """Places change hands five times before the ttl of the least urgent ends."""
    holder = Guest(1, 5, 0.0, stays=0.05)
    urgent = [Guest(2 + n, 1, 0.01 + 0.04 * n, stays=0.05) for n in range(8)]
    last = Guest(10, 9, 0.02, stays=0.05)
    return Party(_patient((holder, *urgent, last), g10=0.25))


def _alone(ttl: float, stays: float) -> Party:
    return Party((Guest(1, 1, 0.0, stays, more=(ttl,)),))


def _own_timeout() -> Party:
    guests = (g._replace(error="TimeoutError" if g.number == 2 else "") for g in line(1, 2))
    return Party(_patient(tuple(guests), g2=0.9))


TTLS = (
    First("ttl", "one gives up, two go on", 1, Party(_patient(line(1, 2, 3), g2=0.1), (0.25,))),
    First("ttl", "nobody has a ttl", 1, Party(_patient(line(4, 1, 3, 1)))),
    First("none", "ttl 0, and a place is free", 1, _alone(ttl=0, stays=0.1)),
    First("none", "ttl 0 and -1, none is free", 1, Party(_patient(line(1, 1, 2), g2=0, g3=-1))),
    First("ttl", "a long stay on a short ttl", 1, _alone(ttl=0.1, stays=0.6)),
    First("error", "a TimeoutError of the guest's own, inside", 1, _own_timeout()),
    First("ttl", "places change hands before a ttl of 0.25 s ends", 1, _busy()),
    First("ttl", "a ttl of 0.13 s", 1, Party(_patient(line(1, 2, 3), g2=0.13))),
)


@lru_cache(1024)
def _first(number: int) -> First:
    directed = (*TTLS, *DIRECTED)
    if number <= len(directed):
        return directed[number - 1]
    if number == len(directed) + 1:
        title = f"{CROWD:,} guests come and give up, three at a time".replace(",", " ")
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


def leaves_the_memory(served: Served) -> Finding:
    """Who gave up is not kept anywhere."""
    more = next((e.item for e in served.ledger.of("mark") if e.note == "objects"), None)
    if not isinstance(more, int):
        error = next(iter(served.errors.values()), None)
        how = (
            f"It ended with {error.type}: {error.text}." if error else "It did not come to its end."
        )
        return Finding(False, "no figure", how)
    seen = f"When {CROWD} guests had come and given up, {more} more objects were there than before."
    if more < MOST_OBJECTS:
        return Finding(True)
    return Finding(False, f"{more} more objects", seen)


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
        lambda s: f"who gives up leaves the memory ({CROWD:,} came and went)".replace(",", " "),
        leaves_the_memory,
        MEMORY,
    ),
)


def _dead_kept(clues: Clues) -> Sighting | None:
    crowd = clues.service.kind in MEMORY
    return Sighting() if crowd and not leaves_the_memory(clues.served).passed else None


DEAD_KEPT = Mistake(
    "dead-kept",
    "Those who gave up are still kept somewhere, in the line or in a list, and who comes one after "
    "another fills the memory. When does an entry leave it, if its turn never comes?",
    _dead_kept,
)

MISTAKES = (
    DEAD_KEPT,
    *guests.mistakes_of_patience(RULES),
    # Somebody leaves the line in the very first service, so it is told by that.
    *(mistake for mistake in guests.mistakes(RULES) if mistake.name != "never-released"),
)

HINTS = (
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
    part=3,
    entry=gates.ENTRY,
    service=service,
    services=221,
    figures=(
        Figure("served", lambda ledger: ledger.part(0).delivered),
        Figure("gave up", lambda ledger: ledger.part(0).count("raised")),
        Figure("inside at most", lambda ledger: ledger.peak),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=(guests.POLLS,),
    hints=HINTS,
    intended="place-made",
    guests_own=frozenset({"TimeoutError"}),
    picture=RULES.picture,
    smaller=Smaller("guests", RULES.guests, service),
)
