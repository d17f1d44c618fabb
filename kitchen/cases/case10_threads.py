"""Case 10: a thread for each item, one stock list, and a supplier who takes a few calls at once.

The learner's `restock` starts a thread for each item. All of them phone at the same moment, each
adds what it got to a dictionary that all share, and what goes wrong in a thread is printed and
gone. It must keep to the limit, lose no update whatever the order of turns, and tell its caller
of errors, with no thread left behind.

Services 1 to 6 show one thing each. From 7 on they are orders of turns: the same small order, and
threads that are late at other points of the learner's file.
"""

from functools import lru_cache, partial
from typing import Any

from kitchen.case import (
    Case,
    Check,
    Clues,
    Entry,
    Figure,
    Finding,
    Hint,
    Mistake,
    Number,
    Remark,
    Served,
    Service,
    Sighting,
    Sign,
    Smaller,
)
from kitchen.grace import GRACE
from kitchen.interleaving import picture
from kitchen.numbers import counted_were, were
from kitchen.parts import Parts
from kitchen.signs import cancels, limits, races, strands, threads
from kitchen.world import chance
from kitchen.world.outcome import Raised
from kitchen.world.script import SUPPLIER, Begin
from kitchen.world.supplier import Conditions

PART = 1
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
LATE_ONCE, LATE_LONG = 110, 40
"""Orders in which one thread is late, once: until the others have gone on as far as they can; and
for LONG. In the further ones threads are late by chance, at many points or, for long, at a few."""

LONG = 0.06
"""Seconds: a little more than a delivery takes, so that others are on the phone again meanwhile."""

MOST_LONG = 5
"""Points of one order at which a thread is late for so long."""

MOST_POINTS = 330
"""Most files have fewer points than that in an order of eight items."""

ORDERS = 250

SPOILED_ORDERS = 12
"""Further orders, of which some items are spoiled."""


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
    if order >= ORDERS:
        bad = frozenset({1 + order % 8, 1 + order % 5})
        kind, title = "spoiled", f"{title}; {len(bad)} of the items spoiled"
        conditions = conditions._replace(spoiled=bad)
    late, seconds = _late(number)
    whole = _service(number, kind, title, conditions, 8)
    return whole._replace(late=late, late_for=seconds)


def _service(number: int, kind: str, title: str, conditions: Conditions, items: int) -> Service:
    call = Begin("restock", (SUPPLIER, list(range(1, items + 1))))
    script = ((call,),)
    return Service(number, kind, title, ENTRY, conditions, script, stage="threads", linger=LINGER)


@lru_cache(1024)
def _late(number: int) -> tuple[tuple[int, ...], float]:
    """The points at which a thread is late, and for how long."""
    order = number - FIRST_ORDER
    if order < LATE_ONCE:
        return (order + 1,), 0.0
    if order < LATE_ONCE + LATE_LONG:
        return (1 + 3 * (order - LATE_ONCE),), LONG
    draw = partial(chance.draw, number, "late")
    if order % 2:
        return tuple(sorted({1 + int(MOST_POINTS * draw(n)) for n in range(MOST_LONG)})), LONG
    share = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5)[order // 2 % 6]
    # From one to the next by the geometric distribution: as if each point were drawn by itself.
    point, points = 0, []
    while point < 2 * MOST_POINTS:
        left, beyond = 1 - draw(point), 1.0
        while beyond > left:
            beyond *= 1 - share
            point += 1
        points.append(point)
    return tuple(points), 0.0


def _with_late(number: int, kept: Parts) -> Service:
    """An order of turns with only these of its late steps."""
    whole = service(number)
    return whole._replace(late=tuple(whole.late[place - 1] for place in kept))


def _even(items: int = 24, **otherwise: Any) -> Service:
    """The first service with other numbers in it."""
    even = service(1)
    conditions = even.conditions._replace(**otherwise)
    return _service(1, even.kind, even.title, conditions, items)


NUMBERS = (
    Number(
        "limit",
        f"how many at once the supplier says he takes; he takes {LIMIT} all the same",
        "1..12",
        lambda limit: _even(told=limit),
    ),
    Number(
        "door",
        "how many at once the supplier takes, and says so",
        "1..24",
        lambda limit: _even(limit=limit),
    ),
    Number("items", "how many items are ordered", "4..48..4", lambda count: _even(count), most=200),
    Number(
        "delay",
        "how long one call takes",
        "0.01..0.1",
        lambda long: _even(fastest=long, slowest=long),
        unit="s",
        whole=False,
        least=0.001,
        most=2,
    ),
)


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
        return Finding(False, figure, f"{_raised(served.errors[0])}.")
    asked = ledger.times("asked")
    unasked = [item for item in items if not asked[item]]
    if unasked:
        seen = f"{len(unasked)} of {len(items)} items {were(len(unasked))} never asked for."
        return Finding(False, figure, seen)
    twice = [item for item, times in asked.items() if times > 1 or item not in items]
    if twice:
        return Finding(False, figure, f"Item {twice[0]} was asked for more than once, or unasked.")
    missing = [item for item in items if not arrived[item]]
    if missing:
        return Finding(False, figure, f"{len(missing)} of {len(items)} items never came.")
    late = [event for event in ledger.of("delivered") if event.at > end.at]
    if late:
        seen = f"restock returned while {counted_were(len(late), 'item')} still under way."
        return Finding(False, f"{len(items) - len(late)} delivered by then", seen)
    return Finding(True)


def _raised(error: Raised) -> str:
    text = error.text.rstrip(".")
    return f"restock raised {error.type}: {text}" if text else f"restock raised {error.type}"


def stock_is_right(served: Served) -> Finding:
    """The returned stock holds the weights that the supplier handed over."""
    service, end = served.service, served.ledger.end_of(0)
    if end is None or end.kind != "returned":
        error = served.errors.get(0)
        seen = "restock returned no stock." if error is None else f"{_raised(error)}, and no stock."
        return Finding(False, "no stock", seen)
    marks = served.ledger.of("mark")
    told = {str(mark.item): mark.number for mark in marks if mark.note == "stock"}
    odd = [mark for mark in marks if mark.note != "stock"]
    if odd:
        return Finding(False, "no stock", f"restock returned {odd[0].item}, no stock.")
    wanted: dict[str, int] = {}
    for item in _items(service):
        kind = service.conditions.kind(service.number, item)
        wanted[kind] = wanted.get(kind, 0) + service.conditions.weight(service.number, item)
    wrong = [kind for kind in {**wanted, **told} if told.get(kind, 0) != wanted.get(kind, 0)]
    if not wrong:
        return Finding(True)
    kind = wrong[0]
    arrived = served.ledger.times("delivered")
    came = "came" if all(arrived[item] for item in _items(service)) else "were ordered"
    seen = f"{wanted.get(kind, 0)} kg of it {came}; the stock says {told.get(kind, 0)} kg."
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
    kind = error.inner_type
    if kind != "Spoiled":
        seen = f"An item was spoiled, and restock raised {kind} instead of its Spoiled."
        return Finding(False, f"raised {kind}", seen)
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
    few = f"one thread went on: {left[0].note}"
    if len(left) > 1:
        few = f"{len(left)} threads went on, the first of them {left[0].note}"
    seen = f"restock was over, and {few}."
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
    Check(
        lambda s: f"still concurrent: under {_bound(s):.2f} s",
        concurrent,
        frozenset({"even", "spread"}),
    ),
    Check(lambda s: "a spoiled item's error reaches the caller", error_is_told, SPOILED),
    Check(
        lambda s: "every thread has finished when restock ends",
        threads_have_finished,
        PLAIN | SPOILED | ORDER,
    ),
)

# --- what people get wrong ------------------------------------------------------------------------

STOCK, CONCURRENT, ERRORS, FINISHED = 1, 3, 4, 5
"""The places of these checks in the list."""


def _of(place: int, sign: Sign) -> Sign:
    """A sign that is looked for where this check fails in a service that came to its end."""

    def here(clues: Clues) -> Sighting | None:
        fits = clues.check == place and clues.served.outcome.finished
        return sign(clues) if fits else None

    return here


MISTAKES = (
    Mistake(
        "asks-again",
        "Items that were turned away are asked for again. That makes the supplier no less busy: "
        "each refusal costs a round trip and slows the others down. Who could hold a thread back "
        "before it phones?",
        limits.asks_again,
    ),
    Mistake(
        "fixed-limit",
        "This supplier takes fewer calls than the first one, and the code still makes {number} at "
        "once. Where does that number come from, and where does the supplier say his?",
        limits.fixed_limit,
    ),
    Mistake(
        "gate-per-call",
        "Every thread makes a semaphore of its own here, and so each one gets in: a gate holds "
        "back only those who come to the same one. Where must it be made, so that all share it?",
        limits.gate_per_call,
    ),
    Mistake(
        "impatient-acquire",
        "`acquire` with a timeout, or without blocking, may come back without a place. It says so "
        "by returning False, and here nobody looks.",
        limits.impatient,
    ),
    Mistake(
        "released-twice",
        "A place is given back more often than it was taken: once here, and once where its `with` "
        "ends. From then on the gate lets in more than it should.",
        limits.released_twice,
    ),
    Mistake(
        "skips-when-full",
        "Who finds all places taken goes away here, and its item is never asked for. Limiting "
        "means that they wait for their turn.",
        limits.skips_when_full,
    ),
    Mistake(
        "condition-if",
        "Woken from `wait`, a thread goes on as if what it waited for were so. But between the "
        "notify and its turn another may have been quicker. Look again: `while`, not `if`, round "
        "every wait.",
        lambda clues: limits.condition_if(clues) if strands.over_limit(clues) else None,
    ),
    Mistake(
        "off-by-one",
        "It is one call too many, every time. Who else phones, or was counted from 0?",
        limits.off_by_one,
    ),
    Mistake(
        "limit-tested-outside",
        "The test whether there is a place and the taking of it are two steps, and between them "
        "others test as well: all of them find a place. Test and take under one lock, or let a "
        "semaphore do both.",
        limits.limit_tested_outside,
    ),
    Mistake(
        "check-outside-act-inside",
        "What was seen here was true at that moment. Before the next line another thread may have "
        "changed it. Look and act under one lock, without letting it go in between.",
        lambda clues: races.made_twice(clues) or _of(STOCK, races.check_outside)(clues),
    ),
    Mistake(
        "unlimited",
        "Every thread phones as soon as it is there, however many are on the phone already. How "
        "many may call at once is in `supplier.limit`: what could hold the others back, and over "
        "which line?",
        limits.unlimited,
    ),
    Mistake(
        "multiprocessing",
        "`multiprocessing`, its ThreadPool too, stands on semaphores and pipes of the operating "
        "system, and there are none in the kitchen. `concurrent.futures.ThreadPoolExecutor` does "
        "the same with threads alone.",
        threads.processes,
        of_errors=True,
    ),
    Mistake(
        "shared-generator",
        "Two threads were in the same generator at once, which Python refuses. `next` on a "
        "generator is no one step: put a lock round it, or hand the items out by a queue.",
        races.generator_shared,
        of_errors=True,
    ),
    Mistake(
        "iterated-while-changed",
        "Somebody goes through a dictionary while another thread puts something new into it. In "
        "another order of turns that goes well. Who must be kept out while it is read?",
        races.changed_while_read,
        of_errors=True,
    ),
    Mistake(
        "shared-index",
        "Two threads took the same item: both looked which is next before either of them had "
        "moved on. To look and to move on must be one step: a lock round both, or a queue.",
        races.taken_by_two,
    ),
    Mistake(
        "late-binding",
        "All threads order the same item. What a function takes from around it, it looks up when "
        "it runs, and by then the loop has gone on. Hand it the item as an argument.",
        races.late_binding,
    ),
    Mistake(
        "join-timeout",
        "With a timeout this waits so long and no longer, and says nothing: the threads that have "
        "not ended by then go on, and what they bring comes too late.",
        races.join_timeout,
    ),
    Mistake(
        "stops-early",
        "An empty queue is taken for the end of the work here. It may be empty only for now: what "
        "is still to come lies in nobody's hand yet. Who knows when it is over, and could say so?",
        races.stops_early,
    ),
    Mistake(
        "pool-left-open",
        "The workers of this pool go on waiting for more work when restock is over. Who shuts the "
        "pool down, on every way out? `with` does.",
        _of(FINISHED, threads.pool_left_open),
    ),
    Mistake(
        "daemon-left",
        "A daemon thread is one that the end of the program does not wait for. It still goes on "
        "when restock is over: somebody must tell it to stop, and join it.",
        _of(FINISHED, threads.daemon_left),
    ),
    Mistake(
        "never-joined",
        "restock is over while its threads go on: what they bring nobody sees any more. Who waits "
        "for all of them, on every way out, also when something is raised?",
        races.never_joined,
    ),
    Mistake(
        "counter-update",
        "`Counter.update`, and `+=` on a Counter, read the old count, add, and write the new one, "
        "in Python: another thread may come in between, and its addition is lost. A lock round "
        "it, or a Counter for each thread, added up at the end.",
        _of(STOCK, races.counter_update),
    ),
    Mistake(
        "lock-per-call",
        "The lock is made anew by every thread, so each one has a lock of its own and waits for "
        "nobody. A lock keeps out those who take the same one: where must it be made?",
        _of(STOCK, races.lock_per_call),
    ),
    Mistake(
        "bare-increment",
        "`+=` is three steps: read, add, write. A thread that is late between them overwrites what "
        "others added meanwhile. (CPython with its GIL does not switch just there; that is a habit "
        "of one build, no promise of the language, and free-threaded builds lose updates here.)",
        _of(STOCK, races.bare_increment),
    ),
    Mistake(
        "lost-update",
        "The old weight is read, something is added, and the sum is written: between the reading "
        "and the writing another thread did the same, and what it added is lost. Nothing keeps "
        "the others out meanwhile.",
        _of(STOCK, races.lost_update),
    ),
    Mistake(
        "two-locks",
        "Threads that change the same thing hold different locks here, and so they don't keep each "
        "other out. One thing, one lock.",
        _of(STOCK, races.two_locks),
    ),
    Mistake(
        "lock-let-go-between",
        "The lock is there for the reading and there for the writing, and let go in between: each "
        "half is safe, and both together are not. What belongs together must be under one hold.",
        _of(STOCK, races.let_go_between),
    ),
    Mistake(
        "lock-on-the-write-only",
        "There is a lock, but it does not cover all of it: the thread was late where it had read "
        "the old weight, or was about to, with no lock in its hand. Which lines belong together?",
        _of(STOCK, races.lock_on_one_half),
    ),
    Mistake(
        "lock-round-the-call",
        "A lock is held while the phone is in the hand, so only one calls at a time. What takes "
        "time and touches nothing shared belongs outside of it.",
        _of(CONCURRENT, limits.lock_round_the_call),
    ),
    Mistake(
        "one-at-a-time",
        "Never more than one call is under way: each is waited for before the next begins.",
        _of(CONCURRENT, limits.one_at_a_time),
    ),
    Mistake(
        "another-error",
        "The caller gets {error}, and can't know that an item was spoiled. Let the Spoiled itself "
        "through, or put it into an ExceptionGroup.",
        _of(ERRORS, threads.another_error),
        of_errors=True,
    ),
    Mistake(
        "error-vanishes",
        "The error ended {thread}, was printed, and that was all: an error goes up the stack of "
        "its own thread, and there it ends. Who catches it there, and hands it to the caller?",
        _of(ERRORS, threads.dies_in_its_thread),
    ),
    Mistake(
        "error-vanishes",
        "The error is caught here, and nothing that the caller could notice comes of it. Keep it, "
        "and raise it when all threads have ended.",
        _of(ERRORS, threads.swallowed),
    ),
    Mistake(
        "result-never-read",
        "A future keeps the error of its call until somebody asks for the result, and nobody asks: "
        "`map` hands it out when its results are gone through, `submit` by `result()`.",
        _of(ERRORS, threads.never_read),
    ),
    Mistake(
        "error-vanishes",
        "Nobody heard of it. Where does the error of that call go, and who should have raised it?",
        _of(ERRORS, threads.error_vanishes),
    ),
    cancels.FROM_ANOTHER_THREAD,
    Mistake(
        "same-pool",
        "Every worker of this pool waits for the result of work that stands in the queue of the "
        "same pool, and nobody is left to do it. Don't wait in a pool for the pool: let the caller "
        "wait, or use another one.",
        threads.same_pool,
    ),
    Mistake(
        "slot-leaked",
        "Whoever met a spoiled item kept its place, until none was left, and here they wait for "
        "ever. A place must be given back on every way out: `with`, or `finally`.",
        threads.slot_leaked,
    ),
    Mistake(
        "rest-not-ordered",
        "Nobody said so: restock returned as if all were there. Who should have asked for the "
        "other {count}?",
        races.rest_not_ordered,
    ),
    Mistake(
        "wrong-result",
        "That is so in any order of turns, no race is needed: look at how the weights come into "
        "what is returned.",
        _of(STOCK, races.wrong_result),
    ),
)

POLLS = Remark(
    "polling",
    "It looks again and again whether something has changed. That is right, and never quite on "
    "time: a Condition, an Event or a queue wakes whoever waits at the moment itself.",
    lambda served, clues: threads.polls(clues(1)),
    word="while",
)

HINTS = (
    Hint(
        frozenset(
            {
                "asks-again",
                "fixed-limit",
                "gate-per-call",
                "unlimited",
                "off-by-one",
                "skips-when-full",
                "impatient-acquire",
            }
        ),
        (
            "Follow the last of the twenty-four items. At which line does it wait, what lets it "
            "go on, and where does the number come from?",
            "A pool has so many workers and no more, and what they can't take yet waits in its "
            "line. A `threading.Semaphore` lets so many in and makes the others wait: one for "
            "all the threads, and each waits until it has a place.",
            "`with ThreadPoolExecutor(max_workers=supplier.limit) as pool:`; or `gate = "
            "threading.Semaphore(supplier.limit)` before the first thread, and `with gate:` "
            "round the call.",
        ),
    ),
    Hint(
        frozenset({"condition-if", "limit-tested-outside", "released-twice", "slot-leaked"}),
        (
            "Count the free places by hand, for three threads that go through these lines a line "
            "each in turn, one of them with a spoiled item. Where is the number not what it "
            "should be?",
            "Look and count in one hold of one lock, look once more after every waking, and "
            "count back exactly once, on every way out. `threading.Semaphore` in a `with` does "
            "all of it.",
            "`with gate:` round `supplier.phone(item)`, and no other `acquire` or `release`. By "
            "hand: `with room:` `while busy >= supplier.limit: room.wait()`, then `busy += 1`; "
            "and in a `finally`, in the same `room`, `busy -= 1` and `room.notify()`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "lost-update",
                "bare-increment",
                "counter-update",
                "lock-per-call",
                "two-locks",
                "lock-let-go-between",
                "lock-on-the-write-only",
                "check-outside-act-inside",
                "iterated-while-changed",
            }
        ),
        (
            "Read the line at which the thread was late, and what others did meanwhile. What did "
            "the late one know that was no longer true?",
            "Either hold one `threading.Lock`, the same for all, from the reading to the "
            "writing; or let one thread alone touch the stock.",
            "`with lock: stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight`, the lock "
            "made once, before the threads.",
        ),
    ),
    Hint(
        frozenset(
            {"shared-index", "shared-generator", "late-binding", "stops-early", "rest-not-ordered"}
        ),
        (
            "Follow the items instead of the threads. Which line gives each of them to its "
            "thread, and how does a thread learn that there is none left for it?",
            "Give every call its own item before it begins, as a pool does; or hand them out by "
            "a `queue.Queue`, whose `get` is one step. Who takes from a queue needs a sign for "
            "the end, and each of the workers needs its own.",
            "`pool.map(supplier.phone, items)`; with threads of your own `Thread(target=order, "
            "args=(item,))`, or workers that `get()` until it is `None`, after one `put(None)` "
            "for each of them.",
        ),
    ),
    Hint(
        frozenset({"lock-round-the-call", "one-at-a-time", "same-pool"}),
        (
            "While one call is under way, at which line does each of the others stand, and for "
            "what?",
            "First hand all the calls out, and only then ask for the first result, in the caller "
            "and nowhere else. A lock is for the adding alone, and `Semaphore()` without a "
            "number lets in one.",
            "`futures = [pool.submit(supplier.phone, item) for item in items]`, below it a loop "
            "with `result()`; in threads of your own `crate = supplier.phone(item)` above the "
            "`with lock:`, not inside.",
        ),
    ),
    Hint(
        frozenset({"another-error", "error-vanishes", "result-never-read"}),
        (
            "The supplier raises, in a thread. Go up from there line by line: which of your "
            "lines is the last that sees the error, and who calls that line?",
            "A future brings the error of its call to whoever asks it for the result. With "
            "threads of your own catch it there, keep it where the caller finds it, and raise it "
            "in the caller after the last join.",
            "`for crate in pool.map(supplier.phone, items):` inside the `with`. By hand: `except "
            "Exception as error: errors.append(error)` in the thread, and `if errors: raise "
            "errors[0]` at the end of `restock`.",
        ),
    ),
    Hint(
        frozenset({"daemon-left", "join-timeout", "never-joined", "pool-left-open"}),
        (
            "`restock` ends, once by returning and once by an error. What is each of its threads "
            "doing at that moment, and which line has made sure of it?",
            "`with` a pool waits for all its threads on every way out. Threads of your own are "
            "joined in a `finally`, all of them and without a timeout, after each was told that "
            "nothing more will come.",
            "`with ThreadPoolExecutor(max_workers=supplier.limit) as pool:` round all that uses "
            "it; or `finally:` with `for thread in threads: thread.join()`.",
        ),
    ),
    Hint(
        frozenset({"wrong-result"}),
        (
            "Three crates of flour come, of 2, 3 and 4 kg, the last one in another thread. Go "
            "through your lines with them: what stands under `flour` after each?",
            "Every weight is added to what stands there, once, and what several threads have "
            "collected is added too. `dict.update`, and a plain assignment, put the new number "
            "in place of the old one.",
            "`total[kind] = total.get(kind, 0) + weight`, for each crate or for each thread's "
            "sums, in the caller when all have ended; and that `total` is what is returned.",
        ),
    ),
    Hint(
        frozenset(),
        (
            "Who waits for whom, and what do several threads write to? Go through your lines a "
            "line each in turn, with one thread that is always late.",
            "Share as little as you can: threads that only fetch, and one, the caller, who adds "
            "up. Then there is no lock to hold or to forget, and nobody whom a thread must wake.",
            "`with ThreadPoolExecutor(max_workers=supplier.limit) as pool:`, and in it a loop "
            "over `pool.map(supplier.phone, items)` that does the adding.",
        ),
    ),
)

CASE = Case(
    entry=ENTRY,
    service=service,
    services=FIRST_ORDER - 1 + ORDERS + SPOILED_ORDERS,
    figures=(
        Figure("delivered", lambda ledger: ledger.delivered),
        Figure("turned away", lambda ledger: ledger.turned_away),
        Figure("kg that came", lambda ledger: ledger.kilograms),
        Figure("kg in the stock", lambda ledger: ledger.in_stock),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=(POLLS,),
    hints=HINTS,
    intended="unlimited",
    numbers=NUMBERS,
    threads=True,
    picture=lambda clues: picture(clues.trace, clues.source),
    smaller=Smaller("late steps", lambda s: len(s.late), _with_late),
)
