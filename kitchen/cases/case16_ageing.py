"""Case 16: the guest who is always next. Whoever waits becomes more urgent.

The gate of case 15, with a rate at which waiting counts, and with `since`: a guest who asks again
keeps its age. The learner's file accepts both and looks at neither, so regulars who always come
back keep the report out.

In services 1 to 4 regulars come back the moment they leave, in 5 alerts come faster than they can
be served, in 6 the report gives up and asks again. From 8 on come those of cases 14 and 15, with
ageing and without; from 57 on four parties each that chance made, every other one without ageing.
"""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from kitchen import gates
from kitchen.case import (
    Case,
    Check,
    Entry,
    Figure,
    Finding,
    Hint,
    Measure,
    Number,
    Served,
    Service,
    Smaller,
    peak,
)
from kitchen.gates import Rules
from kitchen.grace import GRACE
from kitchen.numbers import counted
from kitchen.parties import Guest, Party, Story, by_age, persons
from kitchen.parts import Parts
from kitchen.signs import ageing, guests
from kitchen.signs import guest_hints as hints
from kitchen.visits import (
    DIRECTED,
    PATIENT,
    PATIENT_AND_CUT,
    STAY,
    First,
    always_back,
    drawn,
    rounds,
    stream,
)
from kitchen.world import chance
from kitchen.world.ledger import Ledger
from kitchen.world.script import Begin
from kitchen.world.wire import SECOND

PART = 3
TITLE = "Ageing, so that nobody waits for ever"
ENTRY = Entry("PrioritySemaphore", ("value", "*", "ageing"), "class")
CROWD = 1_440
MOST_OBJECTS = 1_200
"""So many more objects than before may be left when a crowd has gone. A crowd of 1500 would come to
its end just where a line has been cleared that is let grow to three times its size each time."""

RATE = 2.0
"""Of the directed services of cases 14 and 15, where they are served with ageing."""

REPORT = 1
"""The number of the guest whom the others keep out."""

BACK = frozenset({"always back"})
STREAM = frozenset({"stream"})
AGAIN = frozenset({"asks again"})
AGED = frozenset({"with ageing"})
PLAIN = frozenset({"without ageing"})
MEMORY = frozenset({"memory"})


# --- services ---------------------------------------------------------------------------------


def _always_back(
    rate: float, regulars: int, places: int, *, until: float, stays: float = STAY
) -> First:
    title = f"{regulars} regulars always come back, {counted(places, 'place')}, ageing {rate:g}"
    party = always_back(rate, regulars, places, until=until, stays=stays)
    return First(min(BACK), title, places, party)


def _many_give_up() -> Party:
    """Behind a holder two wait for long; meanwhile six give up, and the line is cleared of them."""
    impatient = [Guest(4 + n, 9, 0.2 + 0.06 * n, STAY, more=(0.4,)) for n in range(6)]
    waiting = (Guest(2, 5, 0.06, STAY), Guest(3, 5, 0.12, STAY), Guest(10, 4, 1.2, STAY))
    return Party((Guest(1, 0, 0.0, stays=1.6), *waiting, *impatient), ageing=RATE)


OWN = (
    _always_back(5, 3, 1, until=4.5),
    _always_back(10, 3, 1, until=2.5),
    _always_back(5, 6, 2, until=3.0),
    _always_back(0.47, 3, 1, until=45.0, stays=1.3),
    First(min(STREAM), "an alert every 0.04 s, ageing 5", 1, stream(5, 0.04, until=3.0)),
    First(
        min(AGAIN),
        "3 regulars always come back, the report asks again every 0.5 s, ageing 5",
        1,
        always_back(5, 3, 1, until=4.0, ttl=0.5),
    ),
    First(min(AGED), "six give up behind two who have waited long", 1, _many_give_up()),
)


def _aged(first: First) -> First:
    """The same guests, with ageing."""
    party, *more = (party._replace(ageing=RATE) for party in (first.party, *first.more))
    title = f"{first.title}; ageing {RATE:g}"
    return first._replace(kind=min(AGED), title=title, party=party, more=tuple(more))


def _plain(first: First) -> First:
    return first._replace(kind=min(PLAIN), title=f"{first.title}; no ageing")


_GATES = (*PATIENT, *DIRECTED, PATIENT_AND_CUT)
_DIRECTED = (
    *OWN,
    *map(_aged, _GATES),
    *map(_plain, _GATES),
    First(
        min(MEMORY), f"{CROWD} guests come and give up, three at a time", 1, Party((), ageing=RATE)
    ),
)


@lru_cache(1024)
def _first(number: int) -> First:
    if number <= len(_DIRECTED):
        return _DIRECTED[number - 1]
    if number % 2:
        return _plain(drawn(number, patience=True, since=True))
    rate = round(0.3 + 1.4 * chance.draw(number, "rate"), 2)
    party = drawn(number, patience=True, since=True, ageing=rate)
    return party._replace(kind=min(AGED), title=f"{party.title}, ageing {rate:g}")


# --- what is promised ---------------------------------------------------------------------------


RULES = Rules(_first, by_age, ENTRY)


def service(number: int, kept: Parts = ()) -> Service:
    """Service `number`, or what is left of it."""
    made = RULES.service(number, kept)
    if made.kind not in MEMORY:
        return made
    return made._replace(script=((Begin("crowd", (CROWD, 0.01)),),))


def _waited(ledger: Ledger) -> float | None:
    """Seconds that the report waited, over all its tries; None: it never got in."""
    late = {event.number for event in ledger.of("mark") if event.note == "late"}
    visit = REPORT
    while visit in late:  # it gave up, and asked again
        visit += 10
    came = next((e.at for e in ledger.of("mark") if e.note == "came" and e.number == REPORT), 0)
    entered = next((e.at for e in ledger.of("asked") if e.item == visit), None)
    return None if entered is None else (entered - came) / SECOND


WAITED = Measure("the report waited", _waited)

HOME = 12.5
"""Seconds after which the regulars go home, where they are swept: the report is in before, by any
rate that may be said. Whom nobody lets in before waits as long."""


def _with(rate: float = 5, regulars: int = 3, places: int = 1, stays: float = STAY) -> Service:
    """The first service with other numbers in it."""
    return RULES.made_of(_always_back(rate, regulars, places, until=HOME, stays=stays))


NUMBERS = (
    Number(
        "ageing",
        "by how much the number of one who waits falls per second; the report's is 10",
        "1..10",
        lambda rate: _with(rate=rate),
        whole=False,
        least=1,
        most=1000,
        measure=WAITED,
    ),
    Number(
        "regulars",
        "how many regulars come back the moment they leave",
        "1..9",
        lambda count: _with(regulars=count),
        most=9,
        measure=WAITED,
    ),
    Number(
        "places",
        "how many places the gate has, for 3 regulars",
        "1..5",
        lambda count: _with(places=count),
        most=10,
        measure=WAITED,
    ),
    Number(
        "stay",
        "how long each stays inside",
        "0.05..0.5..0.05",
        lambda long: _with(stays=long),
        unit="s",
        whole=False,
        least=0.02,
        most=2,
        measure=WAITED,
    ),
)


def bound(service: Service) -> float:
    """Within how many seconds the report is in, whoever comes back."""
    first = _first(service.number)
    party = rounds(first, service.kept)[0]
    report = next((g for g in party.guests if g.number == REPORT), None)
    if report is None:
        return math.inf
    others = [visits[0] for visits in persons(party) if visits[0].number != REPORT]
    least = min((g.priority for g in others), default=report.priority)
    turns = math.ceil(len(others) / first.places)
    return (report.priority - least) / party.ageing + turns * report.stays


def _tries(served: Served) -> list[Story]:
    """Each time that the report asked, as long as it had to."""
    return [s for s in RULES.told(served) if s.guest.priority == 10 and s.round == 0]


def report_gets_in(served: Served) -> Finding:
    """The least urgent gets in within its bound, counted from when it first asked."""
    tries = _tries(served)
    within = bound(served.service)
    if not tries or tries[0].came is None:
        return gates.all_served(RULES, served)
    entered = next((s.entered for s in tries if s.entered is not None), None)
    if entered is None:
        asked = f", though it asked {len(tries)} times" if len(tries) > 1 else ""
        return Finding(False, "never in", f"The report never got in{asked}.")
    waited = (entered - tries[0].came) / SECOND
    seen = f"The report got in after {waited:.2f} s; within {within:.2f} s was promised."
    return Finding(waited <= within + GRACE / SECOND, f"waited {waited:.2f} s", seen)


def lowest_is_next(rules: Rules, served: Served) -> Finding:
    """A free place goes at once to the one whose effective priority is the lowest."""
    found = gates.nobody_slips_past(rules, served)
    return gates.right_one_next(rules, served) if found.passed else found


def equals_keep_their_order(rules: Rules, served: Served) -> Finding:
    """Of two with the same priority, and the same age, the first who came goes first."""
    for first, passed in rules.overtaken(served):
        one, other = first.guest, passed.guest
        if one.priority == other.priority and one.age is None and other.age is None:
            seen = (
                f"Guest {first.name} got in before guest {passed.name}, who had come earlier and "
                f"has the same priority, {one.priority}."
            )
            return Finding(False, f"guest {first.name} before {passed.name}", seen, first.round)
    return gates.all_served(rules, served)


_BESIDES_ORDER = (
    gates.within_places,
    gates.told_in_time,
    gates.stay_is_not_cut,
    gates.no_patience,
    gates.errors_pass,
    gates.leaving_costs_nothing,
    gates.places_are_kept,
    gates.locked_is_true,
)


def nothing_else_changes(rules: Rules, served: Served) -> Finding:
    """All that cases 14 and 15 promise, but for who is next."""
    return next(_broken(rules, served, _BESIDES_ORDER), Finding(True))


def leaves_the_memory(served: Served) -> Finding:
    """Who gave up is not kept anywhere."""
    return gates.memory_is_freed(served, CROWD, MOST_OBJECTS)


def nothing_changes(rules: Rules, served: Served) -> Finding:
    """All that cases 14 and 15 promise."""
    if served.service.kind in MEMORY:
        return leaves_the_memory(served)
    return next(_broken(rules, served, (lowest_is_next, *_BESIDES_ORDER)), Finding(True))


def _broken(
    rules: Rules, served: Served, promises: tuple[Callable[[Rules, Served], Finding], ...]
) -> Iterator[Finding]:
    return (found for promise in promises if not (found := promise(rules, served)).passed)


CHECKS = (
    Check(
        lambda s: (
            f"the report gets in although alerts never stop: within {bound(service(1)):.2f} s"
        ),
        report_gets_in,
        BACK,
    ),
    RULES.check(
        lambda s: "the lowest effective priority is next",
        lowest_is_next,
        BACK | STREAM | AGAIN | AGED,
    ),
    RULES.check(lambda s: "equals keep their order", equals_keep_their_order, BACK | STREAM | AGED),
    Check(lambda s: "a guest who asks again keeps its age", report_gets_in, AGAIN),
    RULES.check(
        lambda s: "ageing changes who is next, and nothing else",
        nothing_else_changes,
        BACK | STREAM | AGAIN | AGED,
    ),
    RULES.check(lambda s: "without ageing nothing changes", nothing_changes, PLAIN | MEMORY),
)


_OTHERWISE = frozenset(
    {
        "never-released",
        "heap-not-restored",
        "first-come",
        "upside-down",
        "ties-by-chance",
        "wrong-next",
    }
)
"""Mistakes of other gates that show otherwise here, or not by themselves."""

MISTAKES = (
    guests.DEAD_KEPT,
    ageing.mistake_of_since(RULES),
    *guests.mistakes_of_patience(RULES),
    *(mistake for mistake in guests.mistakes(RULES) if mistake.name not in _OTHERWISE),
    *ageing.mistakes(RULES),
)

HINTS = (
    Hint(
        frozenset(
            {
                "ageing-capped",
                "ageing-in-steps",
                "ageing-scaled",
                "ageing-turned",
                "ageing-wrong-slope",
                "wrong-effective-priority",
            }
        ),
        (
            "Two wait, one of priority 10 since 0.0 s and one of priority 4 since 1.0 s, at a "
            "rate of 5. Work out by hand what they are at 1.5 s and at 3.5 s: by how much does "
            "each fall, and what has become of the distance between them?",
            "The distance never changes, so a sum that is worked out once, on entering the line, "
            "is good for as long as one waits: the priority, and the rate times the moment of "
            "coming, added. Nothing bounds it, rounds it, or works it out again.",
            "`priority + self._ageing * came`, with `came` in seconds, as the loop's clock tells "
            "them: no `min` or `max`, no `int`, no `//`, no other factor.",
        ),
    ),
    Hint(
        frozenset({"ages-at-zero", "ageing-without-clock", "first-come"}),
        (
            "A guest of priority 3 comes at 1000.0 s: work out its key with a rate of 5, and "
            "with a rate of 0. What goes into it besides the priority, the rate and the time?",
            "The rate is multiplied with seconds, those of `loop.time()`, and with nothing that "
            "is counted in the gate. So at a rate of 0 the priority alone is left, and equals "
            "are told apart by the number of their arrival.",
            "`key = priority + self._ageing * came`, and the entry is `(key, "
            "next(self._arrivals), place)`: three places, in this order.",
        ),
    ),
    Hint(
        frozenset({"age-forgotten", "since-moves-the-ttl", "another-clock"}),
        (
            "A guest gives up and asks again. There are two moments now, that of its first "
            "coming and this one: which of your numbers counts from which, and by whose clock?",
            "The rank counts from `since`, if it is given, whether there is a ttl or not; the "
            "ttl counts from this asking. Both are moments of `loop.time()`.",
            "`came = loop.time() if since is None else since`, for the key and for nothing else; "
            "the timer is set by `ttl` alone.",
        ),
    ),
    Hint(
        frozenset({"ties-by-chance", "futures-compared"}),
        (
            "Two guests come in one moment with the same priority, so their keys are the same. "
            "What stands behind the key in their entries, and does it know who came first?",
            "A number of `itertools.count()`, drawn once on entering the line: it only goes up, "
            "and is never the same twice.",
            "`heapq.heappush(self._line, (key, next(self._arrivals), place))`: the entry of the "
            "shipped file, but for its first place.",
        ),
    ),
    Hint(
        frozenset(
            {
                "place-made",
                "lost-as-granted",
                "place-to-the-dead",
                "lost-with-the-waiter",
                "dead-kept",
            }
        ),
        (
            "A wait may end by a place, by the ttl, by a cancellation, or by two of them in one "
            "turn. Whose is the place after each, and what is left in the heap?",
            "The future of the waiter tells which it was: given a place, in vain, or cancelled. "
            "Who gives a place away passes over those whose future is done; who is cut off with "
            "a place already given passes it on, and nobody else does; and when more than half "
            "of the entries are dead they are cleared away.",
            "`except asyncio.CancelledError:` `if place.cancelled(): self._bury()`, `elif "
            "place.result(): self._hand_over()`, then `raise`, round the wait alone; in "
            "`_hand_over` a loop that goes on while `place.done()`.",
        ),
    ),
    Hint(
        frozenset({"ttl-cuts-the-stay", "ttl-of-nothing", "ttl-not-kept"}),
        (
            "A guest has a ttl of 0.20 s, another one of 0. From which line to which can the "
            "alarm of each ring, and what do they find before it is set?",
            "One alarm for one wait, set on entering the line and taken back in a `finally` as "
            "soon as the wait is over, however it ended. Who finds a free place needs none; who "
            "has no time and finds none raises at once.",
            "`elif ttl is not None and ttl <= 0: raise TimeoutError(...)`, below `if "
            "self._free:`; `timer = loop.call_later(ttl, self._expire, place)` and `finally: "
            "timer.cancel()` round `await place`, not round the `yield`.",
        ),
    ),
    hints.BODY,
    hints.HAND_OVER,
    hints.THREADS,
    Hint(
        frozenset(),
        (
            "Write down the effective priorities of two who wait, one below the other, and take "
            "one from the other. What of it changes with time?",
            "One number for each, worked out on entering the line, is enough: what is it, and "
            "which way does the time of coming stand in it?",
            "`came = loop.time() if since is None else since`, then push "
            "`(priority + self._ageing * came, next(self._arrivals), place)`.",
        ),
    ),
)


def _told(waited: float | None) -> str:
    return "for ever" if waited is None else f"{waited:.2f} s"


CASE = Case(
    entry=ENTRY,
    service=service,
    services=156,
    figures=(
        Figure("alerts served", lambda ledger: ledger.part(0).delivered - 1),
        Figure(WAITED.label, lambda ledger: _told(_waited(ledger))),
        Figure("inside at most", peak),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=(guests.POLLS,),
    hints=HINTS,
    intended="never-aged",
    numbers=NUMBERS,
    guests_own=frozenset({"TimeoutError"}),
    picture=RULES.picture,
    smaller=Smaller("guests", RULES.persons, service),
)
