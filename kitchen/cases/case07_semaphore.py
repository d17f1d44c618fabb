"""Case 7: fifty crates, a supplier who takes five calls at once.

The learner's `restock` sends all fifty orders off at once: five are delivered, forty-five turned
away. It must hold the others back without going one at a time, whatever else happens: a crate may
be spoiled, the limit may be another one, and restock itself may be cancelled.

Services 1 to 9 show one thing each. From 10 on they vary by their number.
"""

import ast
from collections.abc import Callable, Sequence
from functools import partial

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
    nothing_left,
)
from kitchen.grace import GRACE
from kitchen.numbers import counted_were, were
from kitchen.parts import Parts
from kitchen.signs import cancels, counters, evidence, gates, places, waiting, work
from kitchen.world import chance
from kitchen.world.ledger import Kind, Ledger
from kitchen.world.outcome import Raised
from kitchen.world.script import SUPPLIER, Begin, Cancel, Round
from kitchen.world.supplier import Conditions
from kitchen.world.wire import SECOND

PART = 1
TITLE = "Limits and backpressure"
ENTRY = Entry("restock", ("supplier", "crates"))
LIMIT = 5
SHARE = 0.6
"""Still concurrent: under this share of the time that one delivery at a time would take."""

PLAIN = frozenset({"even", "spread"})
OTHER_LIMIT = frozenset({"limit"})
SPOILED = frozenset({"spoiled"})
CANCELLED = frozenset({"cancelled"})


# --- services ---------------------------------------------------------------------------------


def _order(count: int, first: int = 1) -> Round:
    """One call of restock, for so many crates, numbered from `first`."""
    return (Begin("restock", (SUPPLIER, list(range(first, first + count)))),)


def _cut(count: int, at: float, then: int) -> tuple[Round, ...]:
    """A call that is cancelled at `at` seconds, and another one when all is quiet."""
    return (*_order(count), Cancel(0, at)), _order(then, first=count + 1)


def service(number: int) -> Service:
    """Service `number`: one of the nine that show one thing each, or one that chance made."""
    directed = {
        1: ("even", "50 crates of 0.05 s, limit 5", Conditions(), (_order(50),)),
        2: ("limit", "50 crates, limit 3", Conditions(limit=3), (_order(50),)),
        3: ("limit", "50 crates, limit 8", Conditions(limit=8), (_order(50),)),
        4: ("spread", "50 crates of 0.02 to 0.08 s, limit 5", _spread(), (_order(50),)),
        5: ("even", "53 crates of 0.05 s, limit 5", Conditions(), (_order(53),)),
        6: ("even", "3 crates of 0.05 s, limit 5", Conditions(), (_order(3),)),
        7: (
            "spoiled",
            "7 of 50 crates are spoiled; then 50 more",
            Conditions(spoiled=frozenset(range(1, 50, 8))),
            (_order(50), _order(50, first=51)),
        ),
        8: ("cancelled", "cancelled at 0.12 s; then 50 more", Conditions(), _cut(50, 0.12, 50)),
        9: ("cancelled", "cancelled at 0.02 s; then 50 more", Conditions(), _cut(50, 0.02, 50)),
    }
    if number in directed:
        kind, title, conditions, script = directed[number]
        return Service(number, kind, title, ENTRY, conditions, script)
    return _varied(number)


def _varied(number: int) -> Service:
    """Its kind goes by the number; the rest by chance. One in three has uneven times."""
    draw = partial(chance.draw, number)
    kind = ("spread", "limit", "spoiled", "cancelled")[number % 4]
    count = (20 if kind == "limit" else 12) + int(13 * draw("count"))
    seconds = round(0.04 + 0.04 * draw("seconds"), 3)
    uneven = kind == "spread" or number % 3 == 0
    conditions = _spread() if uneven else Conditions(fastest=seconds, slowest=seconds)
    times = "0.02 to 0.08" if uneven else f"{seconds:g}"
    if kind == "limit":
        limit = (2, 3, 4, 6, 7, 8, 9)[int(7 * draw("limit"))]
        title = f"{count} crates of {times} s, limit {limit}"
        return Service(
            number, kind, title, ENTRY, conditions._replace(limit=limit), (_order(count),)
        )
    if kind == "spoiled":
        bad = frozenset(n for n in range(1, count + 1) if draw("bad", n) < 0.3) or frozenset({1})
        title = f"{len(bad)} of {count} crates of {times} s are spoiled; then 12 more"
        script = (_order(count), _order(12, first=count + 1))
        return Service(number, kind, title, ENTRY, conditions._replace(spoiled=bad), script)
    if kind == "cancelled":
        # Halfway between two deliveries of even times: no cancel meets a crate at the door.
        at = round(0.03 + 0.15 * draw("cancel") if uneven else seconds * (number % 3 + 0.5), 3)
        title = f"{count} crates of {times} s, cancelled at {at:g} s; then 12 more"
        return Service(number, kind, title, ENTRY, conditions, _cut(count, at, 12))
    return Service(
        number, kind, f"{count} crates of {times} s", ENTRY, conditions, (_order(count),)
    )


def _with_crates(number: int, kept: Parts) -> Service:
    """A service with only these crates of its first order."""
    whole = service(number)
    (begin, *later), *rounds = whole.script
    assert isinstance(begin, Begin)
    crates = [begin.args[1][place - 1] for place in kept]
    first = (begin._replace(args=(SUPPLIER, crates)), *later)
    return whole._replace(script=(first, *rounds))


def _spread() -> Conditions:
    return Conditions(fastest=0.02, slowest=0.08)


NUMBERS = (
    Number(
        "limit",
        f"how many at once the supplier says he takes; he takes {LIMIT} all the same",
        "1..20",
        lambda limit: service(1)._replace(conditions=Conditions(told=limit)),
        most=1000,
    ),
    Number(
        "door",
        "how many at once the supplier takes, and says so",
        "1..20",
        lambda limit: service(1)._replace(conditions=Conditions(limit)),
        most=1000,
    ),
    Number(
        "crates",
        "how many crates are ordered",
        "10..100..10",
        lambda count: service(1)._replace(script=(_order(count),)),
        most=1000,
    ),
    Number(
        "delay",
        "how long one delivery takes",
        "0.01..0.1",
        lambda long: service(1)._replace(conditions=Conditions(fastest=long, slowest=long)),
        unit="s",
        whole=False,
        least=0.001,
        most=2,
    ),
)


# --- what is promised ---------------------------------------------------------------------------


def all_delivered(served: Served, round: int = 0) -> Finding:
    """Every crate of the round once, none turned away, all before restock returned."""
    ledger, crates = served.ledger.part(round), _crates(served.service, round)
    arrived = ledger.times("delivered")
    figure = f"{sum(arrived.values())} delivered, {ledger.turned_away} turned away"
    end = ledger.end_of(round)  # each round of this case makes one call
    if end is None:
        return Finding(False, figure, "restock did not come to its end.")
    if end.kind == "raised":
        return Finding(False, figure, _raised(served.errors[round]))
    if end.kind == "cancelled":
        return Finding(False, figure, UNCALLED_FOR)
    if ledger.turned_away:
        calls = ledger.count("asked")
        seen = f"{ledger.turned_away} of {calls} calls met a supplier who was already busy."
        return Finding(False, figure, seen)
    missing = [crate for crate in crates if not arrived[crate]]
    asked = ledger.times("asked")
    unasked = [crate for crate in missing if not asked[crate]]
    if unasked:
        seen = f"{len(unasked)} of {len(crates)} crates {were(len(unasked))} never asked for."
        return Finding(False, figure, seen)
    if missing:
        return Finding(False, figure, f"{len(missing)} of {len(crates)} crates never came.")
    twice = [item for item, times in arrived.items() if times > 1 or item not in crates]
    if twice:
        return Finding(False, figure, f"Crate {twice[0]} came more than once, or unasked.")
    late = [event for event in ledger.of("delivered") if event.at > end.at]
    if late:
        seen = f"restock returned while {counted_were(len(late), 'crate')} still under way."
        return Finding(False, f"{len(crates) - len(late)} delivered by then", seen)
    return Finding(True)


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
        return Finding(False, "nothing delivered", "No crate ever came.")
    if len(_crates(served.service)) < 2 * served.service.conditions.limit:
        return Finding(True)  # a handful: how many at once is hardly to be seen in the time
    alone = bound / SHARE
    seen = f"One delivery at a time would take {alone:.2f} s; this took {took:.2f} s."
    return Finding(took < bound, f"took {took:.2f} s", seen)


def another_limit(served: Served) -> Finding:
    """All of the above, where the supplier's limit isn't 5."""
    limit = served.service.conditions.limit
    # Of two at once little is left to be concurrent with; only the limit itself is judged there.
    timed = (concurrent,) if limit > 2 else ()
    for look in (within_limit, all_delivered, *timed):
        finding = look(served)
        if not finding.passed:
            figure = f"limit {limit}: {finding.figure}"
            return Finding(False, figure, finding.seen)
    return Finding(True)


def never_wedged(served: Served) -> Finding:
    """Spoiled crates: restock ends and says so, nothing waits for ever, a second one works."""
    ledger, crates = served.ledger.part(0), _crates(served.service, 0)
    spoiled = served.service.conditions.spoiled
    end = ledger.end_of(0)
    if end is not None and end.kind == "cancelled":
        return Finding(False, "ended as cancelled", UNCALLED_FOR)
    if end is not None and end.kind == "raised" and not _had_cause(served, end.at):
        return Finding(False, "raised before anything was spoiled", _raised(served.errors[0]))
    if end is not None and end.kind == "returned":
        arrived = {e.item for e in ledger.of("delivered") if e.at <= end.at}
        missing = [crate for crate in crates if crate not in spoiled and crate not in arrived]
        if missing:
            few = f"{len(missing)} sound crates" if len(missing) > 1 else "one sound crate"
            seen = f"restock returned without {few}, and said nothing."
            return Finding(False, f"{few} missing", seen)
    return _bug(served) or nothing_left(served) or _second_restock(served) or Finding(True)


def ends_when_cancelled(served: Served) -> Finding:
    """Cancelled: at once at its end, nothing in the air, nothing more asked; a second one works."""
    ledger = served.ledger.part(0)
    cut, end = ledger.first("cut", 0), ledger.end_of(0)
    if cut is not None:
        latest = cut.at + GRACE
        if end is None or end.at > latest:
            late = f" for {(end.at - cut.at) / SECOND:.2f} s" if end else ""
            return Finding(False, "it went on", f"restock was cancelled, and went on{late}.")
        asked = [event for event in ledger.of("asked") if event.at > latest]
        if asked:
            figure = f"{len(asked)} more asked"
            few = f"{len(asked)} more crates were" if len(asked) > 1 else "one more crate was"
            seen = f"After restock was cancelled {few} asked for."
            return Finding(False, figure, seen)
        gone = {
            e.number
            for e in ledger.of("delivered", "failed", "sent away", "hung up")
            if e.at <= latest
        }
        air = [event for event in ledger.of("asked") if event.number not in gone]
        if air:
            figure = f"{len(air)} left in the air"
            few = f"{len(air)} deliveries" if len(air) > 1 else "one delivery"
            seen = f"restock was cancelled, but {few} went on without it."
            return Finding(False, figure, seen)
    else:
        ended = all_delivered(served)
        if not ended.passed:  # it was over before anybody cancelled it
            return ended
    return _bug(served) or nothing_left(served) or _second_restock(served) or Finding(True)


def _had_cause(served: Served, at: int) -> bool:
    """Whether a spoiled crate had come by then; a bug of the attempt's own is told as that."""
    return _bug(served) is not None or any(e.at <= at for e in served.ledger.of("failed"))


UNCALLED_FOR = "restock ended as cancelled, and nobody had cancelled it."

BUGS = ("NameError", "UnboundLocalError", "AttributeError", "TypeError")
"""Errors that nobody raises on purpose: they tell the caller nothing about crates."""


def _bug(served: Served) -> Finding | None:
    """To raise is allowed, where a crate is spoiled; to fall over one's own feet is not."""
    raised = served.errors.get(0)
    if raised is None or raised.inner_type not in BUGS:
        return None
    return Finding(False, f"{raised.first.partition(':')[0] or raised.type}", _raised(raised))


def _raised(error: Raised) -> str:
    inside = f" ({error.first})" if error.first else f": {error.text}" if error.text else ""
    return f"restock raised {error.type}{inside}."


def _second_restock(served: Served) -> Finding | None:
    again = all_delivered(served, 1)
    if again.passed:
        return None
    return Finding(False, f"second restock: {again.figure}", f"The second time: {again.seen}")


def _crates(service: Service, round: int = 0) -> list[int]:
    begin = service.script[round][0]
    assert isinstance(begin, Begin)
    crates: list[int] = begin.args[1]
    return crates


def _bound(service: Service) -> float:
    alone = sum(service.conditions.seconds(service.number, c, 0) for c in _crates(service))
    return SHARE * alone


def _all_delivered_title(service: Service) -> str:
    count = len(_crates(service))
    many = f"all {count} crates are" if count > 1 else "the one crate is"
    return f"{many} delivered, none turned away"


CHECKS = (
    Check(
        _all_delivered_title,
        all_delivered,
        PLAIN,
    ),
    Check(
        lambda service: f"never more than {service.conditions.limit} at once",
        within_limit,
        PLAIN,
        witnesses=SPOILED | CANCELLED,
    ),
    Check(
        lambda service: f"still concurrent: under {round(_bound(service), 2):g} s",
        concurrent,
        PLAIN,
    ),
    Check(lambda service: "spoiled crates never wedge the line", never_wedged, SPOILED),
    Check(lambda service: "another limit is respected (3 and 8)", another_limit, OTHER_LIMIT),
    Check(
        lambda service: "a cancelled restock ends at once and leaves nothing running",
        ends_when_cancelled,
        CANCELLED,
    ),
)


# --- what people get wrong -----------------------------------------------------------------------


def fixed_number(clues: Clues) -> Sighting | None:
    """Another number than the limit is at the door, and that number is written in the source."""
    peak, limit = clues.ledger.peak, clues.service.conditions.limit
    written = [
        node.lineno
        for node in clues.nodes
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value == peak
    ]
    if peak == limit or peak < 2 or not written:
        return None
    sized = [made.line for made in clues.trace.made() if made.value == peak]
    return Sighting((sized + written)[0], {"peak": peak, "limit": limit})


def off_by_one(clues: Clues) -> Sighting | None:
    """One more than the limit, everywhere."""
    limit = clues.service.conditions.limit
    if clues.ledger.peak != limit + 1:
        return None
    sized = [gate.line for gate in clues.trace.gates if gate.value == limit + 1]
    lines = sized + _lines_letting_one_more_in(clues)
    return Sighting(lines[0], {"limit": limit}) if lines else None


def _lines_letting_one_more_in(clues: Clues) -> list[int]:
    """Where the source compares with the limit by `<=` or `>`, or adds one to it."""
    return [
        node.lineno
        for node in clues.nodes
        if (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.LtE | ast.Gt))
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add))
        if "limit" in ast.unparse(node).lower()
    ]


def one_too_many(clues: Clues) -> Sighting | None:
    """One more than the limit here, and also where the limit is the usual one."""
    limit, even = clues.service.conditions.limit, clues.even
    if even is None or not 1 < limit == clues.ledger.peak - 1:
        return None
    return Sighting(0, {"limit": limit}) if even.ledger.peak == LIMIT + 1 else None


def sleeps_inside(clues: Clues) -> Sighting | None:
    """It is too slow, and a place is held by somebody who sleeps."""
    slow = CHECKS[clues.check].look(clues.served).figure.startswith(("took", "limit"))
    return places.sleeps_inside(clues) if slow and clues.served.outcome.finished else None


def not_released_on_error(clues: Clues) -> Sighting | None:
    """Where nothing is spoiled all is well; here places, tokens or signals are missing."""
    if clues.service.kind not in ("spoiled", "cancelled") or not evidence.went_well(clues):
        return None
    found = places.never_released(clues) or places.tokens_not_put_back(clues)
    if found is not None or clues.service.kind == "cancelled":
        return found
    return waiting.never_woken(clues) if evidence.never_asked(clues) else None


def never_released(clues: Clues) -> Sighting | None:
    """The same where nothing goes wrong."""
    return places.never_released(clues) or (
        places.tokens_not_put_back(clues) if clues.service.kind in PLAIN | OTHER_LIMIT else None
    )


def _if_too_many(sign: Sign) -> Sign:
    """A gate that doesn't hold back: only where more came through than should."""
    return lambda clues: sign(clues) if clues.ledger.peak > clues.service.conditions.limit else None


MISTAKES = (
    Mistake(
        "deliver-not-awaited",
        "`supplier.deliver(...)` only makes a coroutine; nothing happens until it is awaited. "
        "What would make the call itself take place?",
        work.call_not_awaited,
    ),
    Mistake(
        "acquire-not-awaited",
        "`acquire()` of an asyncio gate is a coroutine: without `await` nobody ever waits at it, "
        "and the release after it gives back a place that was never taken.",
        work.acquire_not_awaited,
    ),
    cancels.FROM_ANOTHER_THREAD,
    waiting.THREADING_PRIMITIVE,
    waiting.BLOCKS_THE_LOOP,
    Mistake(
        "gives-up-in-line",
        "Orders that wait for a place give up before they have one, and {dropped} "
        "never asked for. Is there a timeout round the waiting as well? Limiting means that they "
        "wait for their turn, however long.",
        gates.gives_up_in_line,
    ),
    Mistake(
        "cut-short",
        "A delivery is hung up before it has come, though nobody was cancelled and nothing had "
        "gone wrong: a time limit of the code's own runs out. How long it takes is the supplier's "
        "to say.",
        work.cut_short,
    ),
    Mistake(
        "hidden-error",
        "Inside a task there was {error}, and nobody looked: an error that is gathered with "
        "`return_exceptions=True`, or that nobody awaits, is silent. Mend the line first.",
        work.hidden_error,
    ),
    Mistake(
        "gate-of-none",
        "This gate has no place at all, so nobody ever gets in. How many should it have?",
        gates.gate_of_none,
    ),
    Mistake(
        "taken-twice",
        "The same task takes the gate a second time while it still holds its first place. As soon "
        "as all places are held by tasks that want another, nobody can go on. Where on this path "
        "is it taken already?",
        places.taken_twice,
    ),
    Mistake(
        "released-twice",
        "The same order gives its place back twice: once here, and once where its `async "
        "with` or `finally` ends. From then on the gate lets in more than it should.",
        places.released_twice,
    ),
    Mistake(
        "released-without-holding",
        "A place is given back here by somebody who never got one: cut off while waiting for it, "
        "it still runs this release. From then on the gate lets in more than it should. Where must "
        "the acquire stand, so that only a holder releases?",
        lambda clues: (
            places.released_without_holding(clues) or places.more_places_than_before(clues)
        ),
    ),
    Mistake(
        "task-done-missing",
        "`join()` waits until `task_done()` was called once for every item that was put in. "
        "Some item was taken and never reported done: look at the ways out of the worker, "
        "errors included.",
        waiting.join_waits,
    ),
    Mistake(
        "idle-workers",
        "All the work is done, with {idle} still waiting for more. Who tells each of them "
        "that it is over?",
        waiting.idle_workers,
    ),
    Mistake(
        "not-released-on-error",
        "Whoever meets an error here leaves without giving the place back. After a few of those "
        "the gate is shut for good. Which construct gives it back on every way out?",
        not_released_on_error,
    ),
    Mistake(
        "never-released",
        "Places are taken and never given back: after the first few the gate is shut for "
        "good, and everybody else waits for ever. Where does a place come back?",
        never_released,
    ),
    Mistake(
        "never-woken",
        "Everybody waits in `{what}`, and nobody is left who could wake them. Who should, and "
        "at which moment?",
        waiting.never_woken,
    ),
    Mistake(
        "gate-per-order",
        "Every order makes a gate of its own here, so each finds it empty and walks through. A "
        "gate holds back only those who share it. Who must share this one?",
        _if_too_many(gates.gate_per_order),
    ),
    Mistake(
        "asked-again-meanwhile",
        "Crate {item} is asked for again while its first call is still under way. A call behind "
        "`shield`, or one that is merely no longer waited for, goes on. Who hangs it up?",
        work.asked_again_meanwhile,
    ),
    Mistake(
        "goes-in-anyway",
        "This order wanted a place and did not get one (its waiting was cut off), and it calls "
        "all the same. What should become of an order that has no place?",
        _if_too_many(gates.goes_in_anyway),
    ),
    Mistake(
        "gate-round-the-gather",
        "The gate is taken once, round all the orders together: inside it they still call all at "
        "once. Who should have to pass through it: restock, or each order?",
        _if_too_many(gates.gate_round_all),
    ),
    Mistake(
        "gate-round-create-task",
        "The gate is held while the task is made, and making a task takes no time: by the time the "
        "task calls the supplier the place has been given back. What must be inside the gate?",
        _if_too_many(gates.gate_round_making),
    ),
    Mistake(
        "awaited-outside",
        "The coroutine is made inside the gate, but a coroutine does nothing until it is awaited, "
        "and that happens outside. Which of the two needs the place?",
        _if_too_many(gates.awaited_outside),
    ),
    Mistake(
        "call-outside",
        "The gate has been given back by the time the supplier is called. The place must be held "
        "for the whole call, from asking to the crate in hand.",
        _if_too_many(gates.call_outside),
    ),
    Mistake(
        "gate-after-the-call",
        "The gate is taken only after the call: by then the supplier has been asked. Which "
        "comes first?",
        _if_too_many(gates.gate_after_the_call),
    ),
    Mistake(
        "skips-when-locked",
        "A full gate is taken as a reason to leave: {dropped} never asked for. "
        "Limiting means that they wait for their turn, not that they are dropped.",
        gates.skips_when_locked,
    ),
    cancels.THREAD_GOES_ON,
    Mistake(
        "swallows-cancel",
        "The cancellation is caught and goes no further. CancelledError is how asyncio asks a task "
        "to stop: clean up if you must, then let it out again.",
        cancels.swallows_cancel,
    ),
    Mistake(
        "shielded",
        "`shield` keeps a cancellation away from what is inside it, so the deliveries in "
        "there go on when restock is cancelled. Who hangs them up?",
        cancels.shielded,
    ),
    Mistake(
        "goes-on-after-cancel",
        "The tasks that it made were not cancelled with it, and go on asking. Who cancels them, "
        "when restock itself is cancelled?",
        cancels.goes_on_after_cancel,
    ),
    Mistake(
        "left-in-the-air",
        "A task that you only made, or wait for with `asyncio.wait`, is not cancelled with "
        "you. Who hangs up what is in the air?",
        cancels.left_in_the_air,
    ),
    Mistake(
        "fire-and-forget",
        "Whoever called it believes that the crates are there. What must it wait for before "
        "it returns?",
        work.left_before_the_end,
    ),
    Mistake(
        "stops-at-spoiled",
        "A spoiled crate ended more than its own order, and the caller was not told. What should "
        "become of the others, or who should hear of it?",
        work.stops_at_spoiled,
    ),
    Mistake(
        "retries-refusals",
        "Those turned away simply knock again. The supplier is stormed all the same, and every "
        "refusal slows down the others. Hold the callers back before they call, not after.",
        work.retries_refusals,
    ),
    Mistake(
        "two-gates",
        "There are {gates} gates side by side, and each lets the full number in. Who must "
        "share one gate?",
        _if_too_many(gates.two_gates),
    ),
    Mistake(
        "fixed-number",
        "The number {peak} is written into the code, and this supplier takes {limit}. Where could "
        "the number come from, so that it is always the supplier's own?",
        _if_too_many(fixed_number),
    ),
    Mistake(
        "test-then-count",
        "Between the look whether there is room and the counting of oneself, others get their "
        "turn: they look, and see the same room. Nothing may be awaited between the two, and no "
        "task be started that counts later: test and count must be one step.",
        _if_too_many(counters.test_then_count),
    ),
    Mistake(
        "off-by-one",
        "One too many: {limit} is allowed, and you let one more through. Is the gate sized by the "
        "limit itself?",
        off_by_one,
    ),
    Mistake(
        "gate-too-large",
        "The gate has {places} places, and the supplier takes {limit}. Where does its number "
        "come from?",
        _if_too_many(gates.gate_too_large),
    ),
    Mistake(
        "paced-by-the-clock",
        "The orders are spaced by time, in the hope that one is done before the next begins. That "
        "holds only while every delivery takes equally long. What tells you that a place is really "
        "free?",
        _if_too_many(
            lambda clues: work.paced_by_the_clock(clues) or work.given_back_by_the_clock(clues)
        ),
    ),
    Mistake(
        "test-then-count",
        "Between the look whether there is room and the counting of oneself, others get their "
        "turn: they look, and see the same room. Nothing may be awaited between the two, and no "
        "task be started that counts later: test and count must be one step.",
        _if_too_many(counters.counted_apart),
    ),
    Mistake(
        "sleeps-inside",
        "Whoever sleeps here holds a place meanwhile, and nobody can use it. What belongs inside "
        "the gate, and what can wait outside?",
        sleeps_inside,
    ),
    Mistake(
        "one-at-a-time",
        "Each order waits until the one before is done: nobody is turned away, but the supplier "
        "would serve several at once. How many may be under way together?",
        work.one_at_a_time,
    ),
    Mistake(
        "drops-the-rest",
        "Those at the end that don't fill a whole batch are left out. What happens to the "
        "rest of a division?",
        work.drops_the_rest,
    ),
    Mistake(
        "no-gate",
        "All the orders go off at the same moment, and nothing holds any of them back. The "
        "supplier takes a few and turns the rest away. What could make the others wait for a free "
        "place?",
        gates.no_gate,
    ),
    Mistake(
        "off-by-one",
        "One too many: {limit} is allowed, and you let one more through. Is the gate sized by the "
        "limit itself?",
        one_too_many,
    ),
    Mistake(
        "not-the-first-time",
        "A second restock, begun when all was quiet, goes otherwise than the first: it finds "
        "something that the first one left behind. What here lives longer than one call?",
        work.not_the_first_time,
    ),
)


# --- what is worth saying of a fix that passes ---------------------------------------------------


Replay = Callable[[int], Clues]


def waits_for_the_slowest(services: Sequence[Served], replay: Replay) -> Sighting | None:
    """Uneven times: the door empties again and again while crates are still to be ordered."""
    served = next((s for s in services if s.service.number == 4), None)
    if served is None:
        return None
    left = len(_crates(served.service))
    emptied = asked = 0
    for event, now in _door(served.ledger):
        asked += event == "asked"
        emptied += now == 0 and asked < left
    return Sighting() if emptied >= 3 else None


def _door(ledger: Ledger) -> list[tuple[Kind, int]]:
    steps = [e.kind for e in ledger if e.kind in ("asked", "delivered", "failed", "sent away")]
    now = 0
    door: list[tuple[Kind, int]] = []
    for kind in steps:
        now += 1 if kind == "asked" else -1
        door.append((kind, now))
    return door


def under_the_limit(services: Sequence[Served], replay: Replay) -> Sighting | None:
    """It passes with fewer at once than the supplier allows."""
    even = [s for s in services if s.service.number == 1]
    if not even or even[0].ledger.peak >= even[0].service.conditions.limit:
        return None
    limit = even[0].service.conditions.limit
    return Sighting(0, {"peak": even[0].ledger.peak, "limit": limit})


def polls(services: Sequence[Served], replay: Replay) -> Sighting | None:
    """Whoever is about to order, or to send others, sleeps in a loop until there is room."""
    return waiting.polls(replay(1))


def fragile_release(services: Sequence[Served], replay: Replay) -> Sighting | None:
    """It holds because the gate dies with the call; one that lives longer would lose places.

    The source makes one suspect it; the replays with errors and a cancellation show it.
    """
    suspect = places.unprotected_release(replay(1))
    if suspect is None or not any(gate.calls for gate in replay(1).trace.gates):
        return None
    for number in (7, 8):
        clues = replay(number)
        if places.never_released(clues) or places.released_without_holding(clues):
            return suspect
    return None


def gives_up_on_spoiled(services: Sequence[Served], replay: Replay) -> Sighting | None:
    """The first spoiled crate is told, and sound ones were never asked for."""
    served = next((s for s in services if s.service.number == 7), None)
    if served is None:
        return None
    ledger = served.ledger.part(0)
    end = ledger.end_of(0)
    asked = ledger.times("asked")
    missing = [crate for crate in _crates(served.service) if not asked[crate]]
    if end is None or end.kind != "raised" or not missing:
        return None
    goes_on = any(event.at > end.at for event in ledger.of("asked"))
    many = counted_were(len(missing), "sound crate")
    return Sighting(0, {"missing": many}) if goes_on else None


def another_error(services: Sequence[Served], replay: Replay) -> Sighting | None:
    """Cancelled, it ended at once, but with an error of its own in place of the cancellation."""
    for served in services:
        cut, end = served.ledger.first("cut", 0), served.ledger.end_of(0)
        if cut is not None and end is not None and end.kind == "raised":
            return Sighting(0, {"error": served.errors[0].type})
    return None


def swallows_the_cancel(services: Sequence[Served], replay: Replay) -> Sighting | None:
    """Cancelled, it ended at once and in order, but as if it had done its work."""
    for served in services:
        cut, end = served.ledger.first("cut", 0), served.ledger.end_of(0)
        if cut is not None and end is not None and end.kind == "returned":
            return Sighting()
    return None


REMARKS = (
    Remark(
        "batches",
        "each batch waits for its slowest crate; a gate that lets the next one in as soon as a "
        "place is free would be done sooner.",
        waits_for_the_slowest,
    ),
    Remark(
        "under-the-limit",
        "at most {peak} at once, where the supplier would serve {limit}: safe, and a little slower "
        "than it could be.",
        under_the_limit,
    ),
    Remark(
        "polling",
        "whoever waits here looks again and again whether there is room. It works; a primitive "
        "that wakes the next one costs nothing while it waits.",
        polls,
        word="while",
    ),
    Remark(
        "fragile-release",
        "the gate is made anew for every restock, and that saves it: one that lives longer would "
        "lose or gain places here when an order fails or is cancelled. `async with` has no such "
        "gap.",
        fragile_release,
        word="acquire",
    ),
    Remark(
        "gives-up-on-spoiled",
        "one spoiled crate ends a worker: {missing} never asked for. The caller "
        "is told, so it passes; is that what a kitchen wants?",
        gives_up_on_spoiled,
    ),
    Remark(
        "another-error",
        "a cancelled restock raises {error} in place of the CancelledError: whoever cancelled it "
        "takes that for a failure. Clean up, then let the CancelledError out again.",
        another_error,
    ),
    Remark(
        "swallows-cancel",
        "a cancelled restock returns as if its work were done: whoever cancelled it, a timeout or "
        "a TaskGroup, can't tell. Clean up, then let the CancelledError out again.",
        swallows_the_cancel,
    ),
)


HINTS = (
    Hint(
        frozenset(
            {
                "deliver-not-awaited",
                "acquire-not-awaited",
                "gate-round-the-gather",
                "gate-round-create-task",
                "awaited-outside",
                "call-outside",
                "gate-after-the-call",
                "sleeps-inside",
            }
        ),
        (
            "Follow one order line by line. From which line to which does it have its place, and "
            "at which line does the supplier pick up the phone?",
            "A coroutine does nothing until it is awaited, and `create_task` only puts it on the "
            "list of what comes later. So one small coroutine for each crate has both in it, the "
            "gate and the awaited call, and nothing else stands in the gate.",
            "`async with gate:` and below it `await supplier.deliver(crate)`, in the coroutine "
            "of one crate. What starts them all, `gather` or a TaskGroup, stands outside of any "
            "gate.",
        ),
    ),
    Hint(
        frozenset(
            {
                "gate-per-order",
                "two-gates",
                "fixed-number",
                "gate-too-large",
                "gate-of-none",
                "off-by-one",
            }
        ),
        (
            "At the busiest moment: how many gates are there, how many places have they "
            "together, and does anybody call without having passed one?",
            "One `asyncio.Semaphore` for all orders, made before the first of them begins, with "
            "the supplier's own number. Who counts by hand counts from 0, and waits when the "
            "count has reached that number, not when it is past it.",
            "`gate = asyncio.Semaphore(supplier.limit)`, once in `restock`, above the orders; or "
            "`for _ in range(supplier.limit)` workers, and whoever makes them doesn't call as "
            "well.",
        ),
    ),
    Hint(
        frozenset(
            {
                "never-released",
                "not-released-on-error",
                "released-without-holding",
                "released-twice",
                "taken-twice",
            }
        ),
        (
            "Follow one place through the gate: when its order is served, when it fails, and "
            "when it is cancelled in line. How often is it taken, and how often given back?",
            "Every way out has to give the place back, once, and only those who got one may do "
            "so: `async with` says exactly that. It stands once on the path of an order, not in "
            "a helper and in its caller too.",
            "`async with gate:` round the call; or `await gate.acquire()` first, and only then "
            "`try:` ... `finally: gate.release()`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "test-then-count",
                "skips-when-locked",
                "gives-up-in-line",
                "cut-short",
                "goes-in-anyway",
                "retries-refusals",
                "paced-by-the-clock",
                "never-woken",
            }
        ),
        (
            "An order finds all places taken. What does it do until one comes free, and what "
            "tells it of that moment?",
            "It stands in line without a limit of time, and whoever leaves lets the next one in: "
            "`asyncio.Semaphore` does both, and its test and its count are one step. With a "
            "Condition everybody looks again in a `while`, and everybody who leaves notifies.",
            "`async with gate:` round the call, for one `gate = "
            "asyncio.Semaphore(supplier.limit)`, and nothing beside it: no `locked()`, no "
            "`wait_for`, no `sleep`, no second try.",
        ),
    ),
    Hint(
        frozenset(
            {"from-another-thread", "threading-primitive", "blocks-the-loop", "thread-goes-on"}
        ),
        (
            "Which thread runs this line? Who else needs that thread meanwhile, and who could "
            "stop it when restock is cancelled?",
            "No thread is needed here: fifty coroutines can wait in one loop, as long as each "
            "wait is an `await`. The gate, the pause and the call all come in that kind.",
            "`await supplier.deliver(crate)` in the coroutine itself, and `async with` an "
            "`asyncio.Semaphore` round it, in place of all that is from `threading`, `queue` or "
            "`concurrent.futures`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "goes-on-after-cancel",
                "left-in-the-air",
                "swallows-cancel",
                "shielded",
                "asked-again-meanwhile",
            }
        ),
        (
            "Think about who is told when restock is cancelled, or when a wait is cut off, and "
            "who is not.",
            "`gather` and `TaskGroup` pass a cancellation on to all that they wait for. With "
            "`wait`, with `shield`, and with an `except` that keeps it, it ends where it came "
            "in.",
            "In a `finally`, cancel every task you made and `await asyncio.gather(*tasks, "
            "return_exceptions=True)`; or let an `asyncio.TaskGroup` do just that. An `except "
            "asyncio.CancelledError` ends with `raise`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "fire-and-forget",
                "hidden-error",
                "stops-at-spoiled",
                "drops-the-rest",
                "task-done-missing",
                "idle-workers",
            }
        ),
        (
            "When restock returns, where is each of the crates: brought, spoiled, or still with "
            "somebody? Go through it with seven crates, the third of them spoiled.",
            "`gather` and `TaskGroup` wait for all; with `return_exceptions=True` the errors are "
            "among what `gather` returns, for you to look at. Workers need an `except` inside "
            "their loop, a `task_done` on every way out, and an end that each of them sees.",
            "`answers = await asyncio.gather(...)` of one coroutine for each crate, and a look "
            "at every answer. With workers: `try: await supplier.deliver(crate)`, `except "
            "Spoiled as error: errors.append(error)`, `finally: line.task_done()`, and one "
            "sentinel for each.",
        ),
    ),
    Hint(
        frozenset({"one-at-a-time"}),
        (
            "At which line does the second order wait while the first is under way, and which "
            "line lets it begin?",
            "Make a task for each order first, and wait for all of them together: `gather` or a "
            "TaskGroup. How many are under way is then for the gate to say, and one with a "
            "single place lets one through.",
            "`async with asyncio.TaskGroup() as group:` and in its loop "
            "`group.create_task(order(crate))`, without `await`; in `order` the gate with "
            "`supplier.limit` places.",
        ),
    ),
    Hint(
        frozenset({"not-the-first-time"}),
        (
            "Write down what a restock leaves behind in the module, in a class or in a default: "
            "flags, lists, counts. In what state are they after one that was cancelled, or that "
            "failed?",
            "What belongs to one restock is made inside `restock`, anew for each call, and is "
            "gone with it. What has to outlive it must be at its end as it was at its beginning, "
            "by whatever way it ends.",
            "The flag, the backlog and the gate as local names, in the first lines of `restock`, "
            "and handed to the workers; nothing of them at module level.",
        ),
    ),
    Hint(
        frozenset(),
        (
            "Look at the moment just before `supplier.deliver` is called: what could make an order "
            "wait there until another one is done?",
            "asyncio has a primitive that lets a fixed number in and makes the rest wait: "
            "`asyncio.Semaphore`. Make one for all orders together, sized from `supplier.limit`.",
            "Write a small coroutine for one crate, `async with gate: await "
            "supplier.deliver(crate)`, and gather that for all crates, instead of "
            "`supplier.deliver` itself.",
        ),
    ),
)


CASE = Case(
    entry=ENTRY,
    service=service,
    services=50,
    figures=(
        Figure("delivered", lambda ledger: ledger.delivered),
        Figure("turned away", lambda ledger: ledger.turned_away),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=REMARKS,
    hints=HINTS,
    intended="no-gate",
    numbers=NUMBERS,
    smaller=Smaller("crates", lambda service: len(_crates(service)), _with_crates),
)
