"""Case 11: orders with a priority, and a line that doesn't look at it.

The learner's `dispatch` reads orders as they come and hands them to its cooks, first come, first
served: two alerts wait behind six reports. A PriorityQueue in its place compares tickets, and so
payloads, as soon as two priorities are equal.

Services 1 to 10 show one thing each. From 11 on they are evenings that chance made.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from kitchen.case import (
    Case,
    Check,
    Entry,
    Figure,
    Finding,
    Hint,
    Measure,
    Mistake,
    Number,
    Remark,
    Served,
    Service,
    Smaller,
    nothing_left,
)
from kitchen.grace import GRACE
from kitchen.lines import Overtaken, Wait, idle, overtaken, seconds, table
from kitchen.parts import Parts
from kitchen.signs import tickets
from kitchen.world import chance
from kitchen.world.ledger import Item, Ledger
from kitchen.world.script import Begin, Step, Tell
from kitchen.world.supplier import Conditions, Fate
from kitchen.world.wire import SECOND

PART = 2
TITLE = "A line with priorities"
ENTRY = Entry("dispatch", ("orders", "cook", "workers"))
DOOR = 1_000
"""The stove has room for any number of dishes: it is the cooks that are counted."""

LATEST = SECOND // 2
"""So long after the last dish `dispatch` may take to return."""

PLAIN = frozenset({"even", "ties", "moment", "range", "crowd", "trickle", "evening"})
PAYLOADS = frozenset({"ties", "moment"})
EMPTY = frozenset({"empty"})


# --- services ---------------------------------------------------------------------------------


class Order(NamedTuple):
    """One order as the script has it. Times are seconds after the beginning."""

    number: int
    priority: int
    comes: float
    takes: float = 0.05
    kind: str = ""
    """What its payload is: 'none', 'empty', 'dict', or one that tells when it is compared."""


class Evening(NamedTuple):
    """The orders of a service, the cooks, and when the stream ends."""

    kind: str
    title: str
    workers: int
    orders: tuple[Order, ...]
    ends: float


def _orders(*priorities: int, apart: float = 0.03, since: float = 0.05) -> tuple[Order, ...]:
    """A dish that keeps the cook busy, and what comes meanwhile."""
    first = Order(1, 5, 0.0, since + apart * len(priorities) + 0.05)
    rest = [
        Order(place + 2, priority, round(since + apart * place, 3))
        for place, priority in enumerate(priorities)
    ]
    return first, *rest


def _numbered(*orders: tuple[int, float, float], kind: str = "") -> tuple[Order, ...]:
    """Orders from (priority, comes, takes)."""
    return tuple(Order(place, *order, kind) for place, order in enumerate(orders, 1))


ALERTS = (7, 8)
"""The numbers of the first service's alerts."""


def _reports(count: int = 6) -> tuple[Order, ...]:
    """Reports at the start, and two alerts shortly after."""
    others = (number for number in range(1, count + 3) if number not in ALERTS)
    reports = [Order(number, 5, 0.0) for number, _ in zip(others, range(count), strict=False)]
    return *reports, *(Order(number, 0, 0.02) for number in ALERTS)


def _kinds() -> tuple[Order, ...]:
    """Priorities from -5 to a billion; some payloads are nothing much."""
    orders = list(_orders(10**9, 0, 100, -5, 7, 99, 98, 10, -12, 2_000_000))
    for place, kind in ((3, "none"), (5, "empty"), (6, "dict"), (1, "dict")):
        orders[place] = orders[place]._replace(kind=kind)
    return tuple(orders)


def _trickle() -> tuple[Order, ...]:
    """Three orders, a pause, two more, a long pause, and another two."""
    return _numbered(
        (3, 0.0, 0.05), (1, 0.02, 0.05), (2, 0.02, 0.05),
        (2, 0.6, 0.05), (1, 0.6, 0.05),
        (1, 1.9, 0.05), (1, 1.94, 0.05),
    )  # fmt: skip


def _crowd() -> tuple[Order, ...]:
    draw = partial(chance.draw, 8)
    orders = [
        (int(5 * draw("rank", n)), round(0.033 * n, 3), round(0.03 + 0.07 * draw("takes", n), 3))
        for n in range(30)
    ]
    return _numbered(*orders)


DIRECTED = (
    Evening("even", "six reports, then two alerts, 1 cook", 1, _reports(), 0.6),
    Evening("ties", "8 orders of equal priority wait, 1 cook", 1, _orders(*[3] * 8), 0.6),
    Evening(
        "moment", "8 orders come in one moment, 1 cook", 1,
        _orders(4, 4, 2, 4, 2, 4, 2, 4, apart=0.0), 0.5,
    ),
    Evening(
        "range", "priorities from -5 to a billion; a payload is None, one is empty, 1 cook", 1,
        _kinds(), 0.4,
    ),
    Evening(
        "ties", "12 orders of two priorities, 2 cooks", 2,
        (Order(20, 5, 0.0, 0.5), *_orders(1, 2, 1, 2, 2, 1, 1, 2, 1, 2, 1)), 0.5,
    ),
    Evening(
        "crowd", "5 long dishes, then 4 orders while 3 cooks are busy", 3,
        _numbered(
            (3, 0.0, 0.3), (3, 0.0, 0.35), (3, 0.0, 0.4), (3, 0.03, 0.3), (2, 0.06, 0.3),
            (9, 0.1, 0.1), (1, 0.13, 0.1), (0, 0.16, 0.1), (9, 0.33, 0.1),
        ), 0.5,
    ),
    Evening("trickle", "the line runs dry twice, 2 cooks", 2, _trickle(), 2.4),
    Evening("crowd", "30 orders in a second, 2 cooks", 2, _crowd(), 1.1),
    Evening("empty", "no orders at all", 2, (), 0.2),
    Evening(
        "crowd", "the stream ends while two dishes are cooked and two wait, 2 cooks", 2,
        _numbered((1, 0.0, 0.2), (1, 0.0, 0.3), (1, 0.04, 0.1), (1, 0.07, 0.1)), 0.1,
    ),
)  # fmt: skip


def _drawn(number: int) -> Evening:
    """An evening that chance made."""
    draw = partial(chance.draw, number)
    count, workers = 4 + int(10 * draw("count")), 1 + int(3 * draw("cooks"))
    ranks = 2 + int(3 * draw("ranks"))
    at, orders = 0.0, []
    for n in range(1, count + 1):
        together = draw("together", n) < 0.2
        at = at if together or n == 1 else round(at + 0.025 + 0.1 * draw("pause", n) / workers, 3)
        takes = round(0.04 + 0.16 * draw("takes", n), 3)
        orders.append(Order(n, int(ranks * draw("rank", n)), at, takes))
    many = f"{workers} cook" + "s" * (workers > 1)
    title = f"{count} orders, {many}"
    return Evening("evening", title, workers, tuple(orders), round(at + 0.3 * draw("end"), 3))


@lru_cache(1024)
def _evening(number: int) -> Evening:
    return DIRECTED[number - 1] if number <= len(DIRECTED) else _drawn(number)


def _left(service: Service) -> tuple[Order, ...]:
    """The orders of a service; if it was made smaller, those that are left."""
    orders = _evening(service.number).orders
    return tuple(orders[place - 1] for place in service.kept) if service.kept else orders


def service(number: int, kept: Parts = ()) -> Service:
    """Service `number`: one of the ten that show one thing each, or one that chance made."""
    return _of(_evening(number), number, kept)


def _of(evening: Evening, number: int = 1, kept: Parts = ()) -> Service:
    orders = tuple(evening.orders[place - 1] for place in kept) if kept else evening.orders
    steps: list[Step] = [Begin("dispatch", ("orders", "cook", evening.workers))]
    steps += [Tell("order", o.number, (o.priority, o.kind), o.comes) for o in orders]
    steps.append(Tell("end", at=evening.ends))
    steps.sort(key=lambda step: step.at)
    fates: dict[Item, tuple[Fate, ...]] = {o.number: (Fate(o.takes),) for o in orders}
    conditions = Conditions(limit=DOOR, fates=fates)
    return Service(
        number, evening.kind, evening.title, ENTRY, conditions, (tuple(steps),), kept, "line"
    )


def workers(service: Service) -> int:
    return _evening(service.number).workers


# --- what is promised ---------------------------------------------------------------------------


def waits(served: Served) -> list[Wait]:
    """Each order in line, in the order in which they came."""
    begun: dict[object, int] = {}
    for event in served.ledger.of("asked"):
        begun.setdefault(event.item, event.at)
    came = [e for e in served.ledger.of("told") if e.note == "order"]
    ranks = {order.number: order.priority for order in _left(served.service)}
    return [
        Wait(
            e.number, ranks[e.number], e.at, turn,
            begun.get(e.number, float("inf")), e.number in begun,
        )
        for turn, e in enumerate(came, 1)
    ]  # fmt: skip


def all_cooked(served: Served) -> Finding:
    """Every order once, and nothing else."""
    ledger, orders = served.ledger, _left(served.service)
    begun, cooked = ledger.times("asked"), ledger.times("delivered")
    done = sum(order.number in cooked for order in orders)
    figure = f"{done} of {len(orders)} cooked"
    if 0 in served.errors:
        error = served.errors[0]
        inside = f" ({error.first})" if error.first else f": {error.text}" if error.text else ""
        return Finding(False, figure, f"dispatch raised {error.type}{inside}.")
    end = ledger.end_of(0)
    if end is not None and end.kind == "cancelled":
        seen = "dispatch ended as cancelled, and nobody had cancelled it."
        return Finding(False, figure, seen)
    never = [order for order in orders if not begun[order.number]]
    if never:
        seen = f"{_named(never)} {_was(never)} never begun."
        return Finding(False, figure, seen)
    again = [order for order in orders if begun[order.number] > 1]
    if again:
        return Finding(
            False, "cooked twice", f"{_named(again)} {_was(again)} begun more than once."
        )
    broken = [order for order in orders if not cooked[order.number]]
    if broken:
        seen = f"{_named(broken)} {_was(broken)} begun, and broken off."
        return Finding(False, figure, seen)
    return Finding(True)


def most_urgent_next(served: Served) -> Finding:
    """Whenever a cook takes an order, it is the most urgent of those who wait."""
    pair = next((p for p in overtaken(waits(served)) if not p.equals), None)
    if pair is None:
        return Finding(True)
    first, passed = pair
    figure = f"order {first.number} before {passed.number}"
    return Finding(False, figure, _wrong_turn(pair))


def equals_in_order(served: Served) -> Finding:
    """Of equal priority the one that came first."""
    pair = next((p for p in overtaken(waits(served)) if p.equals), None)
    if pair is None:
        return Finding(True)
    first, passed = pair
    figure = f"order {first.number} before {passed.number}"
    return Finding(False, figure, _wrong_turn(pair))


def _wrong_turn(pair: Overtaken) -> str:
    first, passed = pair
    ranks = f"of priority {first.rank} and {passed.rank}"
    rank = f"both of priority {first.rank}" if pair.equals else ranks
    if passed.since == first.since and pair.equals:
        return (
            f"Orders {passed.number} and {first.number} came in one moment, in this order and "
            f"{rank}; order {first.number} was begun first, at {seconds(first.until)}."
        )
    return (
        f"At {seconds(first.until)} order {first.number} was begun, and order {passed.number}, "
        f"there since {seconds(passed.since)}, still waited: {rank}."
    )


def never_compared(served: Served) -> Finding:
    """Nobody compares payloads, not even to see whether they are equal."""
    compared = [e for e in served.ledger.of("mark") if e.note == "compared"]
    if compared:
        seen = f"The payload of order {compared[0].number} was compared with something."
        return Finding(False, f"{len(compared)} times", seen)
    return Finding(True)


def nobody_waits(served: Served) -> Finding:
    """Read at once; no order waits while a cook is free; never more cooking than there are."""
    ledger, cooks = served.ledger, workers(served.service)
    if ledger.peak > cooks:
        figure = f"{ledger.peak} at once"
        seen = (
            f"At the busiest moment {ledger.peak} dishes were cooked at once, by {_cooks(cooks)}."
        )
        return Finding(False, figure, seen)
    for order, late in read_late(served):
        seen = f"Order {order} came, and was not read from the stream for {late}."
        return Finding(False, f"order {order} outside", seen)
    stretch = next(idle(waits(served), ledger, cooks), None)
    if stretch is not None:
        number = stretch.waiting.number
        free = f"from {seconds(stretch.since)} to {seconds(stretch.until)}"
        if stretch.until == float("inf"):
            free = f"from {seconds(stretch.since)} on"
        seen = f"Order {number} waited while a cook was free, {free}."
        return Finding(False, f"order {number} waited", seen)
    return Finding(True)


def read_late(served: Served) -> Iterator[tuple[int, str]]:
    """Orders that stood in the stream before they were read, and for how long."""
    read = {e.number: e.at for e in served.ledger.of("mark") if e.note == "read"}
    for event in served.ledger.of("told"):
        if event.note == "order":
            at = read.get(event.number)
            if at is None:
                yield event.number, "ever"
            elif at > event.at + GRACE:
                yield event.number, seconds(at - event.at)


def returns_when_done(served: Served) -> Finding:
    """When the stream has ended and all is cooked, and then nothing is left."""
    ledger = served.ledger
    end = ledger.end_of(0)
    over = next((e.at for e in ledger.of("told") if e.note == "end"), 0)
    last = max([over, *(e.at for e in ledger.of("delivered", "hung up"))])
    if end is None or end.kind != "returned":
        return Finding(False, "did not return", "dispatch did not return.")
    if end.at < last:
        seen = f"dispatch returned at {seconds(end.at)}, and the last dish was over at "
        if last == over:
            seen = f"dispatch returned at {seconds(end.at)}, and the stream ended only at "
        return Finding(False, "returned too early", f"{seen}{seconds(last)}.")
    if end.at > last + LATEST:
        seen = f"All was done at {seconds(last)}, and dispatch returned only at {seconds(end.at)}."
        return Finding(False, "returned late", seen)
    return nothing_left(served) or Finding(True)


def _named(orders: list[Order]) -> str:
    if len(orders) == 1:
        return f"Order {orders[0].number}"
    return f"{len(orders)} orders, the first of them order {orders[0].number},"


def _was(orders: list[Order]) -> str:
    return "were" if len(orders) > 1 else "was"


def _cooks(count: int) -> str:
    return f"{count} cook" + "s" * (count > 1)


def _title_of_all(service: Service) -> str:
    count = len(_left(service))
    return f"all {count} orders are cooked, each once" if count > 1 else "the order is cooked, once"


CHECKS = (
    Check(
        _title_of_all, all_cooked, PLAIN
    ),
    Check(lambda s: "the most urgent waiting order is always next", most_urgent_next, PLAIN),
    Check(lambda s: "equal priorities leave in order of arrival", equals_in_order, PLAIN),
    Check(lambda s: "payloads are never compared", never_compared, PLAIN),
    Check(lambda s: "no order waits while a cook is free", nobody_waits, PLAIN),
    Check(
        lambda s: "dispatch returns when the line is done, and leaves nothing running",
        returns_when_done,
        PLAIN | EMPTY,
    ),
)  # fmt: skip


# --- what people get wrong -----------------------------------------------------------------------


RULES = tickets.Rules(waits, workers, lambda served: {order for order, _ in read_late(served)})
MISTAKES: tuple[Mistake, ...] = tickets.mistakes(RULES)
REMARKS: tuple[Remark, ...] = (
    tickets.polls_in(7, 10),
    tickets.REACHES_IN,
    tickets.GET_INSIDE_TRY,
)
HINTS = (
    Hint(
        frozenset(
            {
                "payloads-compared",
                "payloads-asked-for-equals",
                "ties-scrambled",
                "ties-latest-first",
                "clock-as-tie-breaker",
            }
        ),
        (
            "Write down the entries of two orders of the same priority, one below the other, and "
            "compare them place by place. Where is it decided which is the lesser?",
            "`itertools.count()` gives every ticket a number of its own, in order of arrival. It "
            "goes up by one each time, so it is never the same twice and never steps back.",
            "`line.put_nowait((priority, next(numbers), payload))`: no two numbers are equal, so "
            "the comparison never gets as far as the payload.",
        ),
    ),
    Hint(
        frozenset(
            {
                "latest-first",
                "least-urgent-first",
                "not-a-heap",
                "priorities-misread",
                "queue-without-empty",
                "pushed-past-put",
            }
        ),
        (
            "Put three orders into your line by hand, of the priorities 5, -5 and 1000000000. "
            "What lies in it then, in which places, and which does the next cook get?",
            "`asyncio.PriorityQueue` gives out the lowest entry, as long as all goes in by `put` "
            "and out by `get`. The priority stands in the entry as the whole number that it is: "
            "not negated, not cut off, not a text.",
            "`line = asyncio.PriorityQueue()`, and entries that begin with `priority` itself; "
            "nothing of your own below the queue, neither a list nor a `heappush`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "batches",
                "bounded-line",
                "line-per-cook",
                "ticket-before-place",
                "decided-too-early",
                "wrong-next",
            }
        ),
        (
            "Who decides who is next, and when? Is the most urgent order known at that moment?",
            "Decide as late as possible: take a ticket only when a cook is free, and keep all "
            "that wait in the one line.",
            "`workers` tasks, each of which does `ticket = await line.get()` and then `await "
            "cook(...)`, before a PriorityQueue without a bound.",
        ),
    ),
    Hint(
        frozenset(
            {
                "cook-not-awaited",
                "waits-for-the-stream",
                "fire-and-forget",
                "no-limit",
                "reads-between-dishes",
                "one-cook",
                "cooks-idle",
            }
        ),
        (
            "Three cooks, five orders, one every 10 ms: write down for each moment who reads the "
            "stream, who cooks, and what the others are waiting for.",
            "Two trades, two kinds of task: one reads the stream and does nothing else, "
            "`workers` others take a ticket, await the dish, and take the next. Then neither "
            "keeps the other waiting.",
            "`cooks = [asyncio.create_task(work()) for _ in range(workers)]` above the `async "
            "for`; in the loop of `work` only `await line.get()`, `await cook(...)` and "
            "`line.task_done()`.",
        ),
    ),
    Hint(
        frozenset({"cooked-twice", "orders-lost"}),
        (
            "Follow one order from the stream to its cook, and a second one of the same priority "
            "beside it. In how many places does each lie, and which lines take it up?",
            "One entry for each order, put into the line once and taken out once: by the cook "
            "who cooks it, and in one place of the code.",
            "`line.put_nowait(...)` once in the `async for`, and `await cook(...)` once after "
            "`await line.get()`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "cook-dies",
                "sentinel-among-orders",
                "goes-home-when-empty",
                "leaves-before-the-end",
                "task-done-missing",
                "never-ends",
                "left-running",
            }
        ),
        (
            "The stream has ended. How many orders are in the line, how many in hand, and which "
            "of your lines knows when both are none?",
            "`join` returns when every order that was put in has been reported by `task_done`, "
            "after its dish. Then nothing more will come: cancel the cooks, and nothing has to "
            "be put into the line for them.",
            "`finally: line.task_done()` round the dish; after the stream `await line.join()`, "
            "and then `one.cancel()` for each of the cooks.",
        ),
    ),
    Hint(
        frozenset({"from-another-thread", "threading-primitive", "blocks-the-loop"}),
        (
            "Which thread runs this line, and what else was that thread to do meanwhile?",
            "All of this fits into one thread: the stream, the line and the cooks take turns at "
            "each `await`. Everything that is waited for comes from asyncio, the queue and the "
            "pause too.",
            "`await line.get()` on an `asyncio.PriorityQueue`, `put_nowait` in the `async for`, "
            "and no `threading`, `queue` or `to_thread`.",
        ),
    ),
    Hint(
        frozenset(),
        (
            "The line is an `asyncio.Queue`. Who is next in it?",
            "`asyncio.PriorityQueue` gives out the lowest entry. What is an entry, and what is "
            "compared when two priorities are equal?",
            "`line = asyncio.PriorityQueue()`, and entries `(priority, number, payload)` with a "
            "number from `itertools.count()`.",
        ),
    ),
)


def _alert_waited(ledger: Ledger) -> float | None:
    """Seconds that the first alert of the first service waited; None: none was ever taken."""
    came = {e.number: e.at for e in ledger.of("told") if e.note == "order"}
    begun = {e.item: e.at for e in ledger.of("asked")}
    alerts = [number for number in ALERTS if number in came and number in begun]
    first = min((begun[number] - came[number] for number in alerts), default=None)
    return None if first is None else first / SECOND


def _told(waited: float | None) -> str:
    return "-" if waited is None else f"{waited:.2f} s"


ALERT_WAITED = Measure("an alert waited", _alert_waited)


NUMBERS = (
    Number(
        "reports",
        "how many reports stand in line when the alerts come",
        "1..20",
        lambda count: _of(DIRECTED[0]._replace(orders=_reports(count))),
        measure=ALERT_WAITED,
    ),
    Number(
        "workers",
        "how many cooks there are",
        "1..10",
        lambda count: _of(DIRECTED[0]._replace(workers=count)),
    ),
)


CASE = Case(
    entry=ENTRY,
    service=service,
    services=110,
    figures=(
        Figure("cooked", lambda ledger: ledger.delivered),
        Figure(ALERT_WAITED.label, lambda ledger: _told(_alert_waited(ledger))),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=REMARKS,
    hints=HINTS,
    intended="first-in-first-out",
    numbers=NUMBERS,
    picture=lambda clues: table(waits(clues.served), clues.ledger),
    smaller=Smaller("orders", lambda s: len(_evening(s.number).orders), service),
)
