"""Case 19: the manager who never came back.

A `Lock` on the office's cache, as the common recipe has it: `add` the key, or wait; `delete` it.
The branches of the kitchen come to its door, stay, and leave. Some are killed on the way, or freeze
for longer than their lease, and the next one must get in all the same, and never two.

Services 1 to 32 show one thing each: where a branch is killed or frozen is told by the number of
its operation on the office, since only the learner knows what he does there. From 33 on each holds
fifteen orders of turns. From 45 on there are other leases, other locks, and work that raises.
"""

from collections.abc import Sequence
from functools import lru_cache, partial

from kitchen import leases
from kitchen.case import (
    Case,
    Check,
    Clues,
    Entry,
    Figure,
    Finding,
    Hint,
    Measure,
    Mistake,
    Number,
    Served,
    Service,
    Sighting,
    Sign,
    Smaller,
    peak,
)
from kitchen.grace import GRACE
from kitchen.parts import Parts
from kitchen.signs import locks
from kitchen.world import chance
from kitchen.world.ledger import Item, Ledger
from kitchen.world.order import MOST_IN_A_ROW, Turns, in_a_row, looks
from kitchen.world.script import Begin, Round, Step, Stop, StopBefore
from kitchen.world.supplier import Conditions, Fate
from kitchen.world.wire import SECOND

PART = 4
TITLE = "The manager who never came back"
ENTRY = Entry("Lock", ("cache", "key", "expire", "tag"), "class")
KEY = "door"
EXPIRE, STAY = 0.5, 0.3
"""Seconds of a lease, and of a stay."""

BRANCHES = 3
FREEZE = 0.65
"""Seconds for which a branch is frozen: longer than a lease, and others are inside when it wakes
up."""

NEXT = EXPIRE + 0.1
"""Seconds in which the next one must be in after a crash."""

MOST_LOOKS = 400
"""Operations a second, of one who waits."""

LOSS = 0.2
"""Of its time the line loses less than this share."""

CRASHES, FREEZES = 8, range(2, 7)
"""Operations of a branch before which it is killed: the first eight; frozen: these."""

FOUND = range(2, 6)
"""Operations of a branch that comes when the lease of a dead one is over, before which it is late,
and another one comes."""

FIRST_ORDERS, ORDERS, SERVICES_OF_ORDERS = 33, 15, 12
LATE_ONCE = 120
"""Orders in which one branch is late once; in the further ones by chance."""

MOST_POINTS = 40

FIRST_LATER = FIRST_ORDERS + SERVICES_OF_ORDERS

PLAIN = frozenset({"even", "plain", "error", "alone", "threads", "number", "order"})
CRASH = frozenset({"killed", "waiter", "frozen"})
LATE_RELEASE = frozenset({"overstays", "alone", "threads", "plain"})
LOOKS = frozenset({"looks", "alone"})


# --- services ---------------------------------------------------------------------------------


def service(number: int) -> Service:
    """Service `number`: one of those that show one thing, or fifteen orders of turns."""
    if number >= FIRST_LATER:
        return _later()[number - FIRST_LATER]._replace(number=number)
    if number >= FIRST_ORDERS:
        return _of_orders(number, tuple(range(1, ORDERS + 1)))
    made = _directed()[number - 1]
    return made._replace(number=number)


@lru_cache(1)
def _directed() -> tuple[Service, ...]:
    line = _comers(BRANCHES)
    inside = "3 branches, the first is {} inside"
    twice = (*_comers(BRANCHES), *_comers(BRANCHES, first=BRANCHES + 1, after=0.06))
    # Long enough for somebody to wait yet when one wakes up that froze on its way out.
    longer = (*line, Begin("visit", (4,), at=0.06, stove=1), Begin("visit", (5,), at=0.09, stove=2))
    made = [
        _service("even", "3 branches, two stays of 0.3 s each", twice),
        _service("killed", inside.format("killed"), (*line, Stop(0, 0.15))),
    ]
    for operation in range(1, CRASHES + 1):
        title = f"3 branches, the first is killed at its operation {operation}"
        made.append(_service("killed", title, line, stops=(StopBefore(0, operation),)))
    for operation in range(2, CRASHES + 1, 2):
        title = f"3 branches, the second is killed at its operation {operation}"
        made.append(_service("waiter", title, line, stops=(StopBefore(1, operation),)))
    # And once more, for a moment, in the midst of what it does on its way out.
    frozen = (*longer, Stop(0, 0.15, FREEZE))
    stops = (StopBefore(0, 3, 0.05),)
    made.append(_service("overstays", inside.format("frozen"), frozen, stops=stops))
    for operation in FREEZES:
        title = f"3 branches, the first is frozen at its operation {operation}"
        made.append(_service("frozen", title, longer, stops=(StopBefore(0, operation, FREEZE),)))
    made += [
        _service(
            "alone",
            "one branch, which leaves twice, and without having been in",
            (
                Begin("twice", (1,)),
                Begin("look", (101,), at=0.15, stove=1),
                Begin("look", (102,), at=0.4, stove=1),
                Begin("leave", (2,), at=0.6),
            ),
            stoves=2,
        ),
        _service(
            "alone",
            "one branch, which stays longer than its lease",
            (
                Begin("visit", (1,)),
                Begin("look", (101,), at=0.4, stove=1),
                Begin("look", (102,), at=0.6, stove=1),
                Begin("look", (103,), at=1.2, stove=1),
            ),
            stoves=2,
            stays={1: 0.8},
        ),
        _service("threads", "one branch, three threads, one lock", _threads(), stoves=1),
        _service(
            "threads",
            "the same, and the first thread stays longer than its lease",
            _threads(),
            stoves=1,
            stays={1: FREEZE},
        ),
        _service(
            "number",
            "2 branches, both process number 1",
            (*_comers(2), *_comers(2, first=3, after=0.06)),
            stoves=2,
        )._replace(same_number=True),
        _service(
            "number",
            "2 branches, both process number 1; one stays longer than its lease",
            (*_comers(2), Begin("visit", (3,), at=0.6)),
            stoves=2,
            stays={1: FREEZE},
        )._replace(same_number=True),
        _service(
            "looks",
            "3 branches, the first is killed inside, and one looks",
            (
                Begin("visit", (1,)),
                *(
                    Begin("look", (100 + n,), at=at, stove=2)
                    for n, at in enumerate((0.05, 0.3, 0.45, 0.56, 0.8))
                ),
                Begin("visit", (2,), at=0.7, stove=1),
                Begin("look", (106,), at=1.2, stove=2),
                Stop(0, 0.15),
            ),
        ),
        _service(
            "looks",
            "2 branches, one after the other, and one looks",
            (
                Begin("look", (100,), stove=2),
                Begin("visit", (1,), at=0.1),
                Begin("look", (101,), at=0.2, stove=2),
                Begin("look", (102,), at=0.45, stove=2),
                Begin("visit", (2,), at=0.5, stove=1),
                Begin("look", (103,), at=0.6, stove=2),
                Begin("look", (104,), at=0.9, stove=2),
            ),
        ),
    ]
    late = (*_comers(1), Begin("visit", (2,), 0.7, 1), Begin("visit", (3,), 0.71, 2), Stop(0, 0.15))
    for operation in FOUND:
        title = f"3 branches, the first is dead, the second is late at its operation {operation}"
        made.append(_service("frozen", title, late, stops=(StopBefore(1, operation, 0.1),)))
    assert len(made) == FIRST_ORDERS - 1
    return tuple(made)


@lru_cache(1)
def _later() -> tuple[Service, ...]:
    """Other leases, other locks, and work that raises."""
    soon = (Begin("visit", (2,), 0.05, 1), Begin("visit", (3,), 0.09, 2))
    first = _comers(1)
    second = "3 branches, the second is killed when it has just got in"
    return (
        _service("killed", second, (*_comers(BRANCHES), Stop(1, 0.36))),
        _service("killed", second, (*first, *soon, Stop(1, 0.37))),
        _service(
            "killed",
            "3 branches, leases of 0.8 s, the first is killed inside",
            (*first, *soon, Stop(0, 0.1)),
            expire=0.8,
        ),
        _service(
            "plain",
            "2 branches, leases of 0.8 s, a stay of 0.7 s",
            _comers(2),
            stays={1: 0.7},
            expire=0.8,
        ),
        _service(
            "plain",
            "2 branches, no lease, a stay of 100 s",
            (*first, Begin("visit", (2,), 99.9, 1), Begin("visit", (3,), 99.95)),
            stays={1: 100.0},
            expire=None,
        ),
        _service(
            "plain",
            "2 branches, each inside another lock as well",
            (Begin("neighbours", (1,)), Begin("neighbours", (2,), 0.03, 1)),
        ),
        _service(
            "alone",
            "2 branches, one releases a lock that it never had",
            (Begin("leave", (1,)), Begin("visit", (2,), 0.05, 1), Begin("leave", (3,), 0.1)),
            stoves=2,
        ),
        _service(
            "looks",
            "2 branches, one looks, and is killed at its operation 2",
            (Begin("look", (101,)), Begin("visit", (1,), 0.1, 1), Begin("look", (102,), 0.5, 1)),
            stoves=2,
            stops=(StopBefore(0, 2),),
        ),
        _service(
            "frozen",
            "3 branches, the first is frozen at its operation 2, the second is killed after that",
            (*_comers(2), Begin("visit", (3,), 0.7, 2), Stop(1, 0.97)),
            stops=(StopBefore(0, 2, FREEZE),),
            stays={2: 0.6},
        ),
        _service(
            "error",
            "2 branches, the work of the first raises Spoiled",
            (*_comers(2), Begin("visit", (3,), 0.06)),
            stoves=2,
            spoiled=frozenset({1}),
        ),
    )


def _comers(count: int, first: int = 1, after: float = 0.0) -> tuple[Step, ...]:
    """A visit by each branch, 0.03 s after one another."""
    return tuple(
        Begin("visit", (first + place,), at=round(after + 0.03 * place, 3), stove=place)
        for place in range(count)
    )


def _threads() -> tuple[Step, ...]:
    return (Begin("threads", ([1, 2, 3],)),)


def _service(
    kind: str,
    title: str,
    steps: Sequence[Step],
    *,
    stoves: int = BRANCHES,
    stops: tuple[StopBefore, ...] = (),
    stays: dict[int, float] | None = None,
    expire: float | None = EXPIRE,
    spoiled: frozenset[Item] = frozenset(),
) -> Service:
    """A day at the door, and a look into the office's books."""
    made = _rounds(0, kind, title, [tuple(steps)], stoves, stops, stays or {})
    conditions = made.conditions._replace(spoiled=spoiled)
    return made._replace(given=(KEY, expire), conditions=conditions)


def _rounds(
    number: int,
    kind: str,
    title: str,
    rounds: Sequence[Round],
    stoves: int,
    stops: tuple[StopBefore, ...],
    stays: dict[int, float],
    turns: Sequence[Turns] = (),
    usual: float = STAY,
) -> Service:
    books: Round = (Begin("count", ("none",), stove=stoves),)
    fates: dict[Item, tuple[Fate, ...]] = {
        item: (Fate(seconds),) for item, seconds in stays.items()
    }
    return Service(
        number,
        kind,
        title,
        ENTRY,
        Conditions(limit=99, fastest=usual, slowest=usual, fates=fates),
        tuple(one for round in rounds for one in (round, books)),
        stage="door",
        given=(KEY, EXPIRE),
        stoves=stoves,
        office=True,
        stops=stops,
        orders=tuple(one for order in turns for one in (order, Turns())),
    )


def _even(branches: int = BRANCHES, stay: float = STAY) -> Service:
    """The first service with other numbers in it."""
    twice = (*_comers(branches), *_comers(branches, first=branches + 1, after=0.06))
    made = _service("even", f"{branches} branches, two stays each", twice, stoves=branches)
    conditions = made.conditions._replace(fastest=stay, slowest=stay)
    return made._replace(number=1, conditions=conditions)


def _killed(lease: float) -> Service:
    """A line whose first branch is killed inside, under another lease."""
    steps = (*_comers(BRANCHES), Stop(0, 0.15))
    title = f"{BRANCHES} branches, the first is killed inside"
    return _service("killed", title, steps, expire=lease)._replace(number=1)


def _worst_wait(ledger: Ledger) -> float:
    """Seconds."""
    came = {m.number: m.at for m in ledger.marks("came")}
    waits = [m.at - came[m.number] for m in ledger.marks("in") if m.number in came]
    return max(waits, default=0) / SECOND


WORST_WAIT = Measure("worst wait", _worst_wait)

NUMBERS = (
    Number(
        "stay",
        f"how long each stays inside; a lease is {EXPIRE:g} s",
        "0.06..0.76..0.1",
        lambda long: _even(stay=long),
        unit="s",
        whole=False,
        least=0.001,
        most=2,
        measure=WORST_WAIT,
    ),
    Number(
        "lease",
        f"how long a lease is; the first is killed inside, a stay is {STAY:g} s",
        "0.2..1.2..0.2",
        _killed,
        unit="s",
        whole=False,
        least=0.02,
        most=10,
        measure=WORST_WAIT,
    ),
    Number(
        "branches",
        "how many branches there are; each comes twice",
        "1..6",
        lambda count: _even(branches=count),
        most=12,
        measure=WORST_WAIT,
    ),
)


def _of_orders(number: int, kept: Parts) -> Service:
    """A service of orders with only these of its fifteen."""
    before = (number - FIRST_ORDERS) * ORDERS
    title = f"3 branches, stays of 0.05 s, orders of turns {before + 1} to {before + ORDERS}"
    rounds = [
        tuple(
            Begin("visit", (10 * order + place + 1,), at=0.03 * (place // 2), stove=place)
            for place in range(BRANCHES)
        )
        for order in kept
    ]
    turns = [_turns(before + order) for order in kept]
    return _rounds(number, "order", title, rounds, BRANCHES, (), {}, turns, usual=0.05)


@lru_cache(512)
def _turns(order: int) -> Turns:
    """Where somebody is late in order of turns `order`, from 1, and for how long: until the others
    have had their turn, longer than a stay, or longer than a lease."""
    seconds = (FREEZE, 0.0, 0.08)[order % 3]
    if order <= LATE_ONCE:
        return Turns((1 + order // 3,), seconds)
    share = (0.05, 0.15, 0.3)[order // 3 % 3] / (3 if seconds == FREEZE else 1)
    draw = partial(chance.draw, order, "late")
    late = tuple(point for point in range(1, MOST_POINTS) if draw(point) < share)
    return Turns(late or (1 + order % MOST_POINTS,), seconds)


# --- what is promised ---------------------------------------------------------------------------


def _days(served: Served) -> list[tuple[Ledger, Ledger, list[leases.Stay]]]:
    """Each round at the door: its ledger, that of the books after it, and the stays."""
    found = []
    for place in range(0, len(served.service.script), 2):
        ledger = served.ledger.part(place)
        stays = leases.stays(served.service, ledger)
        found.append((ledger, served.ledger.part(place + 1), stays))
    return found


def _raised(served: Served) -> Finding | None:
    """Nothing that the script does lets the lock raise anything, but what is raised inside."""
    spoiled = bool(served.service.conditions.spoiled)
    for _, error in sorted(served.errors.items()):
        if spoiled and error.inner_type == "Spoiled":
            spoiled = False
            continue
        told = f"{error.type}: {error.text}" if error.text else error.type
        return Finding(False, f"raised {error.type}", f"Lock raised {told}.")
    if spoiled and served.ledger.count("failed"):
        return Finding(False, "hid an error", "What was raised inside did not come out of `with`.")
    return None


def _spun_among_threads(served: Served) -> Finding | None:
    """Among threads, going round and round moves the clock that all of them share, so that leases
    are over before their time. Nothing else can be said then."""
    return _spun(served) if served.service.kind == "threads" else None


def _spun(served: Served) -> Finding | None:
    """Somebody went round and round."""
    row = in_a_row(served.ledger)
    if row <= MOST_IN_A_ROW:
        return None
    seen = f"Who waited went to the office {row} times in a row, without a pause."
    return Finding(False, f"{row} in a row", seen)


def one_holder(served: Served) -> Finding:
    """Never two inside while the lease of the first lives; everybody gets in."""
    raised = _raised(served) or _spun_among_threads(served)
    if raised is not None:
        return raised
    for _, _, stays in _days(served):
        both = leases.two_inside(stays, leases.expire_of(served.service))
        if both is not None:
            one, other = both
            at = (other.entered - one.entered) / SECOND
            seen = (
                f"Visit {one.number} was inside, its lease alive, and visit {other.number} got in "
                f"{at:.2f} s after it."
            )
            return Finding(False, "two inside", seen)
        waiting = [s for s in stays if not s.inside and s.stopped == leases.NEVER]
        if waiting:
            return Finding(False, "not let in", f"Visit {waiting[0].number} never got in.")
        if not stays:
            return Finding(False, "nobody came", "Nobody ever came to the door.")
        if served.service.conditions.spoiled:
            first, *others = stays
            waited = (min(stay.entered for stay in others) - first.leaves) / SECOND
            if waited > NEXT - EXPIRE:
                seen = (
                    f"The work of visit 1 raised Spoiled, and visit 2 waited {waited:.2f} s more."
                )
                return Finding(False, "not given back", seen)
    return Finding(True)


def next_is_in(served: Served) -> Finding:
    """After a crash the next one is in within the lease and a little."""
    raised = _raised(served)
    if raised is not None:
        return raised
    worst = 0.0
    for ledger, _, stays in _days(served):
        for stay, seconds in leases.delays(stays, ledger):
            worst = max(worst, seconds)
            if seconds > leases.expire_of(served.service) + NEXT - EXPIRE + GRACE / SECOND:
                seen = (
                    f"A branch was stopped, and visit {stay.number} got in {seconds:.2f} s later."
                )
                return Finding(False, f"{seconds:.2f} s", seen)
        waiting = [s for s in stays if not s.inside and s.stopped == leases.NEVER]
        if waiting:
            seen = f"A branch was stopped, and visit {waiting[0].number} never got in."
            return Finding(False, "never", seen)
    return Finding(True, f"{worst:.2f} s")


def late_release_is_told(served: Served) -> Finding:
    """Giving back what one hasn't got raises; what one has got doesn't, and frees the way once."""
    raised = _raised(served) or _spun_among_threads(served)
    if raised is not None:
        return raised
    for ledger, _, stays in _days(served):
        unsaid = leases.unsaid(stays, ledger, leases.expire_of(served.service))
        if unsaid:
            return Finding(False, "said nothing", unsaid)
        for stay in stays:
            if stay.ended == leases.NEVER:
                continue
            early = min(stay.beginnings) + round(leases.expire_of(served.service) * SECOND)
            if stay.refused and stay.ended < early - GRACE and not _again(ledger, stay.number):
                seen = f"Visit {stay.number} had the lock, and release refused it."
                return Finding(False, "refused its holder", seen)
        if any(not mark.item for mark in ledger.marks("menu")):
            seen = "When a lock was given back, an entry was gone that was none of its own."
            return Finding(False, "took another's", seen)
        both = leases.two_inside(stays, leases.expire_of(served.service))
        if both is not None:
            seen = f"Visit {both[1].number} got in while visit {both[0].number} had the lock."
            return Finding(False, "freed another's", seen)
    return Finding(True)


def _again(ledger: Ledger, number: int) -> bool:
    return any(mark.number == number for mark in ledger.marks("again"))


def threads_share(served: Served) -> Finding:
    """Threads of one process, one lock: one at a time, and each releases its own."""
    found = one_holder(served)
    return found if not found.passed else late_release_is_told(served)


def locked_is_true(served: Served) -> Finding:
    """`locked()` tells whether a lease lives."""
    raised = _raised(served)
    if raised is not None:
        return raised
    for ledger, _, stays in _days(served):
        for look in ledger.marks("locked"):
            lives = leases.lives(stays, look.at, leases.expire_of(served.service))
            if lives is not None and bool(look.item) != lives:
                state = "a lease lived" if lives else "nobody held a lease"
                seen = f"At {look.seconds:.2f} s {state}, and locked() said {bool(look.item)}."
                return Finding(False, f"{bool(look.item)} at {look.seconds:.2f} s", seen)
    return Finding(True)


def waiting_is_cheap(served: Served) -> Finding:
    """Few operations for who waits, and the line moves on."""
    raised = _raised(served)
    if raised is not None:
        return raised
    ((ledger, _, stays),) = _days(served)
    most = 0.0
    for stay in stays:
        waited = (min(stay.entered, leases.NEVER) - stay.came) / SECOND
        if stay.inside and waited > 0.1:
            most = max(most, leases.looks_while_waiting(stay, ledger) / waited)
    if most > MOST_LOOKS:
        seen = f"Who waited asked the office for {most:.0f} operations a second."
        return Finding(False, f"{most:.0f}", seen)
    spun = _spun(served)
    if spun is not None:
        return spun
    whole = sum(e.kind == "delivered" for e in ledger) * STAY
    if not whole or ledger.took > whole / (1 - LOSS):
        seen = f"Stays of {whole:.1f} s in all took {ledger.took:.2f} s, one after the other."
        return Finding(False, f"took {ledger.took:.2f} s", seen)
    return Finding(True, f"{most:.0f}")


def nothing_is_left(served: Served) -> Finding:
    """When all have released, the office is empty."""
    for _, books, stays in _days(served):
        overstayed = any(stay.refused for stay in stays)
        rows = sum(mark.number for mark in books.marks("rows"))
        if rows and not overstayed:
            few = "an entry was" if rows == 1 else f"{rows} entries were"
            seen = f"All had released, and {few} left in the office."
            return Finding(False, f"{rows} left", seen)
    return Finding(True)


CHECKS = (
    Check(lambda s: "never two holders", one_holder, PLAIN | CRASH | LATE_RELEASE),
    Check(lambda s: f"after a crash the next is in within {NEXT:.2f} s", next_is_in, CRASH),
    Check(
        lambda s: "a late release frees nobody's lock, and says so",
        late_release_is_told,
        LATE_RELEASE | frozenset({"number"}),
    ),
    Check(lambda s: "threads may share the lock", threads_share, frozenset({"threads"})),
    Check(lambda s: "locked() tells the truth", locked_is_true, LOOKS),
    Check(
        lambda s: f"waiting is cheap: at most {MOST_LOOKS} looks a second",
        waiting_is_cheap,
        frozenset({"even"}),
    ),
    Check(lambda s: "nothing is left in the office", nothing_is_left, PLAIN),
)

NEVER_TWO, NEXT_IN, LATE, THREADS, LOCKED, CHEAP, LEFT = range(len(CHECKS))

# --- what people get wrong ------------------------------------------------------------------------


def _of(places: tuple[int, ...], sign: Sign) -> Sign:
    """A sign that is looked for where one of these checks fails."""

    def here(clues: Clues) -> Sighting | None:
        return sign(clues) if clues.check in places else None

    return here


MISTAKES: tuple[Mistake, ...] = locks.mistakes(
    _of, NEVER_TWO, NEXT_IN, LATE, THREADS, LOCKED, CHEAP, LEFT
)

HINTS = (
    Hint(
        frozenset(
            {
                "no-expiry",
                "lease-in-two-steps",
                "renewed-by-waiters",
                "dead-in-line",
                "alive-by-number",
                "fixed-lease",
                "lease-changed",
                "renewed-on-leaving",
            }
        ),
        (
            "A branch may die before any of its lines. What does it leave in the office, and who "
            "will ever take that away?",
            "An entry that ends by itself: a **lease**. Its end must be written together with it, "
            "and by nobody but its holder. Whatever else is written, a place in line too, needs an "
            "end as well.",
            "`self._cache.add(self._key, token, expire=self._expire, tag=self._tag)`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "released-by-key",
                "compared-in-two-steps",
                "constant-owner",
                "owner-by-number",
                "says-nothing",
                "another-error",
            }
        ),
        (
            "Somebody wakes up after its lease has run out, and releases. Whose entry is that by "
            "now, and how could it tell?",
            "A random token in the entry, compared and deleted in one transaction. If it is not "
            "ours, or there is none, raise AssertionError.",
            "`with self._cache.transact():` `if self._cache.get(self._key) != token: raise "
            "AssertionError(...)`, then `self._cache.delete(self._key)` in the same transaction.",
        ),
    ),
    Hint(
        frozenset({"on-the-object"}),
        (
            "Three threads, one Lock: what does each of them find in `self` when it releases?",
            "Each thread needs a token of its own: `threading.local()`, or a dict by "
            "`threading.get_ident()`, set by who has just got in.",
            "`self._mine = threading.local()` in `__init__`; `self._mine.token = token` when "
            "`add` has said True; `getattr(self._mine, 'token', None)` in `release`.",
        ),
    ),
    Hint(
        frozenset({"one-process-only", "taken-in-two-steps", "stale-removed-in-two-steps"}),
        (
            "Go through `acquire` with two branches, one line each in turn. Where do both come to "
            "believe that it is theirs?",
            "Look and write in one step: `add`, or one `with self._cache.transact():` round both. "
            "An entry with `expire=` needs nobody to remove it.",
            "`while not self._cache.add(self._key, token, expire=self._expire, tag=self._tag): "
            "time.sleep(0.01)`.",
        ),
    ),
    Hint(
        frozenset({"polls-too-often", "polls-too-seldom"}),
        (
            "How many looks does a waiter make during a stay of 0.3 s, and for how long may the "
            "door stand open before anybody looks?",
            "Between 5 and 50 ms from look to look; pauses that grow need a bound.",
            "`time.sleep(random.uniform(0.01, 0.02))`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "locked-from-memory",
                "locked-takes",
                "locked-says-free",
                "locked-without-lease",
                "entry-left",
            }
        ),
        (
            "What is in the office while a lease lives, when it has run out, and when it was given "
            "back?",
            "Only the office knows. `get` finds an entry as long as its `expire=` is not over, and "
            "changes nothing. What was given back is deleted, and all that went with it.",
            "`return self._cache.get(self._key) is not None`.",
        ),
    ),
    Hint(
        frozenset({"kept-when-it-raises", "hides-errors"}),
        (
            "What happens at the end of a `with` block: once when all went well, once when the "
            "work inside raised? Which of your lines tells the two apart?",
            "`__exit__` is called on both ways, and needs no look at what it is given: it "
            "releases, and returns None. Then what was raised goes on by itself.",
            "`def __exit__(self, *error: object) -> None:`, and in it `self.release()` alone.",
        ),
    ),
    Hint(
        frozenset({"locks-mixed-up"}),
        (
            "One branch has two locks with different keys, one inside the other. Which of your "
            "lines for the outer one would read, write or delete something of the inner one?",
            "What a lock has in the office stands under keys made of its own `self._key`, and it "
            "touches no others. What it remembers is made in `__init__`, not on the class and not "
            "in the module.",
            "`self._cache.delete(self._key)`, and never `clear()`; `self._mine = "
            "threading.local()` in `__init__`.",
        ),
    ),
    Hint(
        frozenset(),
        (
            "What does the office know of the one who is inside, when that one is gone?",
            "Put an owner and an end into the entry: a random token of the thread, and "
            "`expire=`. Only who finds its own token there may delete it.",
            "`with cache.transact(): if cache.get(key) != token: raise AssertionError(...)`, then "
            "`cache.delete(key)` in the same transaction.",
        ),
    ),
)


CASE = Case(
    entry=ENTRY,
    service=service,
    services=FIRST_LATER - 1 + len(_later()),
    figures=(
        Figure("let in", lambda ledger: len(ledger.marks("in"))),
        Figure("inside at most", peak),
        Figure(WORST_WAIT.label, lambda ledger: f"{_worst_wait(ledger):.2f} s"),
        Figure("looks", looks),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=(),
    hints=HINTS,
    intended="no-expiry",
    numbers=NUMBERS,
    smaller=Smaller("orders", lambda s: len(s.script) // 2 if s.kind == "order" else 0, _of_orders),
)
