"""Case 10 on the judge's side: its services, its checks put to hand-written ledgers, its signs."""

from collections.abc import Callable, Sequence
from textwrap import dedent
from typing import Any, cast

import pytest

from kitchen import catalog
from kitchen.case import Clues, Finding, Served, Sighting
from kitchen.cases import case10_threads as case10
from kitchen.signs import limits, races, threads
from kitchen.trace import Asks, Died, Gave, Late, Made, Note, Took, Trace
from kitchen.world.ledger import Event, Kind, Ledger
from kitchen.world.outcome import Frame, Outcome, Raised, Waiting
from kitchen.world.wire import SECOND

FINISHED = Outcome("finished")

NUMBERS = range(1, case10.CASE.services + 1)
ORDERS = [number for number in NUMBERS if number >= case10.FIRST_ORDER]
RANDOM = [
    number
    for number in ORDERS
    if number >= case10.FIRST_ORDER + case10.LATE_ONCE + case10.LATE_LONG
]

# --- services -------------------------------------------------------------------------------------


def test_every_service_is_another_one_and_says_so() -> None:
    services = [case10.service(number) for number in NUMBERS]
    assert len({service.title for service in services}) == len(services)
    ways = {str((s.conditions, s.late, s.late_for, case10._items(s))) for s in services}
    assert len(ways) == len(services)


def test_a_service_is_the_same_every_time() -> None:
    for number in (1, 6, 7, 130, 200, NUMBERS[-1]):
        before = case10.service(number)
        case10._late.cache_clear()
        assert case10.service(number) == before


def test_the_first_six_show_one_thing_each_in_the_settled_order() -> None:
    services = [case10.service(number) for number in range(1, case10.FIRST_ORDER)]
    assert [s.kind for s in services] == ["even", "limit", "limit", "spread", "spoiled", "spoiled"]
    assert all(s.late == () and len(case10._items(s)) == 24 for s in services)
    limits = {s.conditions.limit for s in services if s.kind == "limit"}
    assert case10.LIMIT not in limits
    assert max(limits) > case10.LIMIT > min(limits)
    assert len(services[-1].conditions.spoiled) >= services[-1].conditions.limit


def test_the_others_are_orders_of_turns_with_late_points_in_bounds() -> None:
    for number in ORDERS:
        service = case10.service(number)
        assert service.late, number
        assert list(service.late) == sorted(set(service.late)), number
        assert service.late[0] >= 1, number
        assert service.late[-1] <= 4 * case10.MOST_POINTS, number
        assert service.late_for in (0.0, case10.LONG), number
        assert len(service.late) <= case10.MOST_LONG or not service.late_for, number


def test_the_first_orders_are_late_once_at_every_point_in_turn() -> None:
    first = [case10.service(case10.FIRST_ORDER + place) for place in range(case10.LATE_ONCE)]
    assert [s.late for s in first] == [(point,) for point in range(1, case10.LATE_ONCE + 1)]
    assert {s.late_for for s in first} == {0.0}


def test_the_further_orders_are_late_now_rarely_and_now_often() -> None:
    shares = [len(case10.service(n).late) / (2 * case10.MOST_POINTS) for n in RANDOM]
    assert min(shares) < 0.03
    assert max(shares) > 0.4


def test_the_last_orders_have_spoiled_items_that_are_ordered() -> None:
    kinds = [case10.service(number).kind for number in ORDERS]
    assert kinds == ["order"] * case10.ORDERS + ["spoiled"] * case10.SPOILED_ORDERS
    for number in ORDERS[case10.ORDERS :]:
        service = case10.service(number)
        spoiled = service.conditions.spoiled
        assert spoiled and spoiled <= set(case10._items(service))


def test_every_kind_of_service_is_put_to_some_check_and_every_check_to_some_service() -> None:
    kinds = {case10.service(number).kind for number in NUMBERS}
    assert kinds == set().union(*(check.kinds for check in case10.CHECKS))


def test_part_of_an_order_is_late_only_at_those_points() -> None:
    service = case10.service(RANDOM[2])
    kept = case10.CASE.part_of(service, (2, 5))
    assert kept.late == (service.late[1], service.late[4])
    assert kept.late_for == service.late_for
    assert (kept.number, kept.conditions, kept.script) == (
        *(service.number, service.conditions, service.script),
    )
    assert kept.kept == (2, 5)
    assert kept.title == (f"{service.title}; of the first {len(service.late)} late steps only 2,5")


def test_a_service_has_no_more_late_steps_than_it_has() -> None:
    once = case10.service(case10.FIRST_ORDER)
    assert case10.CASE.part_of(once, (1,)).late == once.late
    for number, parts in ((case10.FIRST_ORDER, (2,)), (1, (1,)), (RANDOM[0], ())):
        with pytest.raises(ValueError, match="late steps"):
            case10.CASE.part_of(case10.service(number), parts)


def test_each_title_tells_its_own_numbers() -> None:
    titles = [check.title(case10.service(2)) for check in case10.CHECKS]
    assert titles[0] == "all 24 items are delivered, none turned away"
    assert titles[2] == "never more than 2 at once"
    assert titles[3] == "still concurrent: under 0.72 s"
    assert case10.CHECKS[0].title(case10.service(8)).startswith("all 8 items")


def test_every_mistake_can_be_said_with_the_words_that_it_has() -> None:
    words = {"number": 4, "thread": "cook", "error": "KeyError", "count": 3}
    for mistake in case10.MISTAKES:
        assert "{" not in mistake.says.format(line=3, **words)
    names = {mistake.name for mistake in case10.MISTAKES}
    assert case10.CASE.intended in names
    for hint in case10.HINTS:
        assert hint.mistakes <= names


# --- checks ---------------------------------------------------------------------------------------

Line = tuple[float, Kind, int] | tuple[float, Kind, int, str]
CALLS = ("begun", "returned", "raised", "started", "finished")


def events(*lines: Line) -> list[Event]:
    """Events at these seconds; a delivery's number is its item's."""
    made = []
    for at, kind, number, *note in lines:
        item = None if kind in CALLS else number
        made.append(Event(round(at * SECOND), kind, 0, number, item, note[0] if note else ""))
    return made


def stock(service: int) -> dict[str, int]:
    """The weights that come."""
    wanted: dict[str, int] = {}
    conditions = case10.service(service).conditions
    for item in case10._items(case10.service(service)):
        kind = conditions.kind(service, item)
        wanted[kind] = wanted.get(kind, 0) + conditions.weight(service, item)
    return wanted


def marks(told: dict[str, int], at: float) -> list[Event]:
    moment = round(at * SECOND)
    return [Event(moment, "mark", 0, kg, kind, "stock") for kind, kg in told.items()]


def good(service: int = 1, *, at_once: int | None = None, seconds: float = 0.05) -> list[Event]:
    """A service that goes well: a thread for each item, so many calls at once."""
    whole = case10.service(service)
    items, limit = case10._items(whole), at_once or whole.conditions.limit
    lines: list[Line] = [(0, "begun", 0), *((0, "started", n, f"cook {n}") for n in items)]
    at = 0.0
    for first in range(0, len(items), limit):
        batch = items[first : first + limit]
        lines += [(at, "asked", item) for item in batch]
        at += seconds
        for item in batch:
            lines += [(at, "delivered", item), (at, "finished", item, f"cook {item}")]
    end = events((at, "returned", 0))
    return [*events(*lines), *marks(stock(service), at), *end]


def served(service: int, found: Sequence[Event], **more: Any) -> Served:
    outcome = more.pop("outcome", FINISHED)
    return Served(case10.service(service), Ledger(list(found)), outcome, **more)


def without(found: list[Event], kind: str, item: int) -> list[Event]:
    return [e for e in found if (e.kind, e.item or e.number) != (kind, item)]


def changed(found: list[Event], kind: str, item: int, /, **change: Any) -> list[Event]:
    return [
        e._replace(**change) if (e.kind, e.item or e.number) == (kind, item) else e for e in found
    ]


LOOKS: list[Callable[[Served], Finding]] = [check.look for check in case10.CHECKS]


@pytest.mark.parametrize("number", [1, 2, 3, 8, 200])
def test_a_good_ledger_passes_every_check_of_its_service(number: int) -> None:
    whole = served(number, good(number))
    for check in case10.CHECKS:
        if whole.service.kind in check.kinds:
            assert check.look(whole).passed, check.title(whole.service)


@pytest.mark.parametrize("look", LOOKS)
def test_what_never_came_to_its_end_passes_nothing_that_asks_for_it(
    look: Callable[[Served], Finding],
) -> None:
    broken = served(1, events((0, "begun", 0)), outcome=Outcome("deadlock"))
    assert not look(broken).passed


def all_delivered(found: list[Event], **more: Any) -> Finding:
    return case10.all_delivered(served(1, found, **more))


def test_an_item_turned_away_is_not_delivered() -> None:
    found = good()
    found[-1:-1] = events((1.2, "asked", 7), (1.2, "refused", 7), (1.21, "sent away", 7))
    finding = all_delivered(found)
    assert finding.figure == "24 delivered, 1 turned away"
    assert finding.seen == "1 of 25 calls met a supplier who was already busy."


def test_an_item_that_was_never_asked_for_is_missed() -> None:
    found = without(without(good(), "asked", 3), "delivered", 3)
    assert all_delivered(found).seen == "1 of 24 items was never asked for."


def test_an_item_asked_for_twice_or_unasked_is_noticed() -> None:
    twice = [
        *good()[:-1],
        *events((1.2, "asked", 7), (1.25, "delivered", 7), (1.25, "returned", 0)),
    ]
    assert all_delivered(twice).seen == "Item 7 was asked for more than once, or unasked."
    other = [*good()[:-1], *events((1.2, "asked", 99), (1.25, "returned", 0))]
    assert all_delivered(other).seen == "Item 99 was asked for more than once, or unasked."


def test_an_item_that_comes_after_the_end_was_on_its_way() -> None:
    finding = all_delivered(changed(good(), "delivered", 24, at=2 * SECOND))
    assert finding.figure == "23 delivered by then"
    assert finding.seen == "restock returned while 1 item was still under way."


def test_an_item_that_was_hung_up_has_not_been_delivered() -> None:
    hung_up = changed(good(), "delivered", 24, kind="hung up")
    assert not all_delivered(hung_up).passed


def test_an_error_is_no_delivery_and_is_named() -> None:
    found = changed(good(), "returned", 0, kind="raised")
    finding = all_delivered(found, errors={0: Raised("ValueError", "burnt")})
    assert finding.seen == "restock raised ValueError: burnt."


def stock_is_right(told: dict[str, int], number: int = 1) -> Finding:
    found = [event for event in good(number) if event.kind != "mark"]
    found[-1:-1] = marks(told, 0.3)
    return case10.stock_is_right(served(number, found))


def test_a_stock_with_a_weight_too_few_or_too_many_is_wrong() -> None:
    right = stock(1)
    assert stock_is_right(right).passed
    kind, kilos = next(iter(right.items()))
    for kg in (kilos - 1, kilos + 1, 0):
        finding = stock_is_right({**right, kind: kg})
        assert finding.figure == f"{kind}: {kg} of {kilos} kg"
        assert finding.seen == f"{kilos} kg of it came; the stock says {kg} kg."


def test_a_stock_without_one_of_the_kinds_is_wrong() -> None:
    right = stock(1)
    kind, kilos = right.popitem()
    assert stock_is_right(right).figure == f"{kind}: 0 of {kilos} kg"


def test_a_stock_with_a_kind_that_never_came_is_wrong() -> None:
    assert stock_is_right({**stock(8), "beans": 3}, 8).figure == "beans: 3 of 0 kg"


def test_a_kind_of_which_nothing_came_may_be_there_with_nothing() -> None:
    assert stock_is_right({**stock(8), "beans": 0}, 8).passed


def test_what_is_no_stock_is_told_by_what_it_is() -> None:
    for note, item in (("no stock", "NoneType"), ("odd stock", "'flour': '3'")):
        found = [event for event in good() if event.kind != "mark"]
        found.insert(-1, Event(SECOND, "mark", 0, 0, item, note))
        finding = case10.stock_is_right(served(1, found))
        assert (finding.passed, finding.figure) == (False, "no stock")
        assert finding.seen == f"restock returned {item}, no stock."


def test_no_stock_comes_of_an_error() -> None:
    found = changed(good(), "returned", 0, kind="raised")
    finding = case10.stock_is_right(served(1, found, errors={0: Raised("KeyError", "'rice'")}))
    assert finding.seen == "restock raised KeyError: 'rice', and no stock."
    assert not finding.passed


def test_the_limit_is_the_services_own_and_refused_calls_count() -> None:
    def peak(number: int, at_once: int) -> Finding:
        return case10.within_limit(served(number, good(number, at_once=at_once)))

    assert (peak(1, 4).passed, peak(1, 5).passed) == (True, False)
    assert (peak(2, 2).passed, peak(2, 3).passed) == (True, False)
    assert (peak(3, 7).passed, peak(3, 8).passed) == (True, False)
    assert peak(1, 5).seen == "At the busiest moment 5 calls stood at a door that takes 4."
    assert peak(1, 4).figure == "peak 4"
    at_door = events(*((0, "asked", n) for n in range(1, 6)), (0, "refused", 5))
    assert case10.within_limit(served(1, at_door)).figure == "peak 5"


def test_where_nothing_was_ordered_nothing_was_limited() -> None:
    finding = case10.within_limit(served(1, events((0, "begun", 0), (0, "returned", 0))))
    assert (finding.passed, finding.figure) == (False, "nothing ordered")


def test_a_service_that_takes_as_long_as_calls_one_by_one_is_not_concurrent() -> None:
    def took(at_once: int) -> Finding:
        return case10.concurrent(served(1, good(at_once=at_once)))

    assert took(2).passed
    assert took(2).figure == "took 0.60 s"
    assert not took(1).passed
    assert took(1).seen == "One call at a time would take 1.20 s; this took 1.20 s."


def test_concurrent_means_under_the_bound_and_not_at_it() -> None:
    def ends(at: float) -> bool:
        found = events((0, "begun", 0), (0, "asked", 1), (at, "delivered", 1), (at, "returned", 0))
        return case10.concurrent(served(1, found)).passed

    assert ends(0.719)
    assert not ends(0.721)


def test_where_nothing_came_nothing_was_concurrent() -> None:
    finding = case10.concurrent(served(1, events((0, "begun", 0), (0, "returned", 0))))
    assert (finding.passed, finding.figure) == (False, "nothing delivered")


@pytest.mark.parametrize(
    ("error", "passed", "figure"),
    [
        (Raised("Spoiled", "crate 5 is spoiled"), True, ""),
        (Raised("ExceptionGroup", "2", first="Spoiled: crate 5 is spoiled"), True, ""),
        (Raised("ExceptionGroup", "2", first="KeyError: 5"), False, "raised KeyError"),
        (Raised("RuntimeError", "crate 5 is Spoiled"), False, "raised RuntimeError"),
        (Raised("TooBusy", "crate 5 turned away"), False, "raised TooBusy"),
    ],
)
def test_the_error_that_is_told_must_be_the_spoiled_one(
    error: Raised, passed: bool, figure: str
) -> None:
    found = events((0, "begun", 0), (0, "asked", 5), (0.05, "failed", 5), (0.05, "raised", 0))
    finding = case10.error_is_told(served(5, found, errors={0: error}))
    assert (finding.passed, finding.figure) == (passed, figure)


def test_who_returns_although_an_item_was_spoiled_tells_nobody() -> None:
    found = events((0, "begun", 0), (0, "asked", 5), (0.05, "failed", 5), (0.05, "returned", 0))
    finding = case10.error_is_told(served(5, found))
    assert (finding.passed, finding.figure) == (False, "it returned")


def test_every_thread_must_have_finished_within_20_ms_of_the_end() -> None:
    def last_at(seconds: float) -> Finding:
        end = good()[-1].at
        found = changed(good(), "finished", 24, at=end + round(seconds * SECOND))
        return case10.threads_have_finished(served(1, found))

    assert last_at(0.019).passed
    assert not last_at(0.021).passed
    assert last_at(0.021).figure == "1 left"
    assert last_at(0.021).seen == "restock was over, and one thread went on: cook 24."


def test_threads_that_never_finish_are_counted_also_after_an_error() -> None:
    found = changed(good(), "returned", 0, kind="raised")
    found = without(without(found, "finished", 3), "finished", 9)
    finding = case10.threads_have_finished(served(1, found))
    assert finding.figure == "2 left"
    assert finding.seen == "restock was over, and 2 threads went on, the first of them cook 3."


def test_a_thread_that_begins_when_all_is_over_is_left_too() -> None:
    found = [*good(), *events((1.5, "started", 99, "straggler"))]
    assert case10.threads_have_finished(served(1, found)).figure == "1 left"


# --- signs ----------------------------------------------------------------------------------------

IN_ORDER = 40
"""A service in which one thread is late."""

PLAIN_SOURCE = """\
def restock(supplier, items):
    def order(item):
        crate = supplier.phone(item)
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
"""


def clues(
    source: str = PLAIN_SOURCE,
    *notes: Note,
    number: int = IN_ORDER,
    found: list[Event] | None = None,
    even: Served | None = None,
    **more: Any,
) -> Clues:
    """A failing service, the source, and what the stove noted."""
    whole = served(number, good(number) if found is None else found, **more)
    return Clues(whole, Trace(notes), dedent(source), 0, even)


def line(sighting: Sighting | None) -> int | None:
    return None if sighting is None else sighting.line


def asks(task: int, at: int, item: int = 1, held: tuple[int, ...] = ()) -> Asks:
    return Asks(str(item), task, at, held, task, 0, held)


def made(thing: int, type_: str, at: int, task: int = 10_000) -> Made:
    return Made(thing, f"threading.{type_}", 1, at, 1, task)


def late(at: int, task: int = 10_001, held: tuple[int, ...] = ()) -> Late:
    return Late(task, at, 4, 8, held)


CROWDED = good(1, at_once=24)
LOCK = made(1, "Lock", 2)


def test_threads_that_all_phone_at_once_are_unlimited() -> None:
    over = clues(PLAIN_SOURCE, asks(10_001, 3), number=1, found=CROWDED)
    assert line(limits.unlimited(over)) == 3
    assert limits.unlimited(clues(PLAIN_SOURCE, asks(10_001, 3), number=1)) is None
    pool = "def restock(supplier, items):\n    with ThreadPoolExecutor(9) as pool: pass\n"
    assert line(limits.unlimited(clues(pool, asks(10_001, 3), number=1, found=CROWDED))) == 2


def test_the_first_suppliers_limit_in_the_code_is_a_fixed_one() -> None:
    source = "def restock(supplier, items):\n    gate = threading.Semaphore(4)\n"
    first = served(1, good(1))
    over = clues(source, number=2, found=good(2, at_once=4), even=first)
    found = limits.fixed_limit(over)
    assert found is not None
    assert (found.line, found.words["number"]) == (2, 4)
    more = clues(source, number=3, found=good(3, at_once=8), even=first)
    assert limits.fixed_limit(more) is None
    away = served(1, CROWDED + events((0.01, "refused", 9)))
    assert limits.fixed_limit(clues(source, number=2, found=CROWDED, even=away)) is None


def test_a_gate_made_by_each_thread_is_a_gate_per_call() -> None:
    each = [made(n, "Semaphore", 5, 10_000 + n) for n in (1, 2, 3)]
    assert line(limits.gate_per_call(clues("", *each, number=1, found=CROWDED))) == 5
    assert limits.gate_per_call(clues("", each[0], number=1, found=CROWDED)) is None
    assert limits.gate_per_call(clues("", *each, number=1)) is None


def test_a_place_given_back_more_often_than_taken_is_released_twice() -> None:
    gate = made(7, "Semaphore", 2)
    once: list[Note] = [gate, Took(7, 10_001, 4), Gave(7, 10_001, 5, True)]
    again: list[Note] = [*once, Gave(7, 10_001, 6, False)]
    assert limits.released_twice(clues("", *once, number=1, found=CROWDED)) is None
    assert line(limits.released_twice(clues("", *again, number=1, found=CROWDED))) == 6
    source = "with gate:\n    pass\n    gate.release()\n"
    assert line(limits.released_twice(clues(source, *again, number=1, found=CROWDED))) == 3


def test_an_acquire_whose_answer_nobody_looks_at_is_impatient() -> None:
    def seen(source: str) -> int | None:
        return line(limits.impatient(clues(source, number=1, found=CROWDED)))

    assert seen("gate.acquire(timeout=0.1)") == 1
    assert seen("gate.acquire(False)") == 1
    assert seen("gate.acquire()") is None
    assert seen("got = gate.acquire(timeout=0.1)") is None


def test_who_finds_no_place_and_leaves_skips() -> None:
    source = "if gate.acquire(blocking=False):\n    supplier.phone(item)\n"
    missed = without(without(good(1), "asked", 3), "delivered", 3)
    assert line(limits.skips_when_full(clues(source, number=1, found=missed))) == 1
    assert limits.skips_when_full(clues(source, number=1)) is None


def test_a_condition_waited_for_only_once_is_an_if() -> None:
    condition = made(1, "Condition", 1)
    once = "with c:\n    if inside >= limit:\n        c.wait()\n"
    again = once.replace("if", "while")
    assert line(limits.condition_if(clues(once, condition))) == 3
    assert limits.condition_if(clues(again, condition)) is None
    assert limits.condition_if(clues(once)) is None


def test_one_call_too_many_in_the_even_service_is_off_by_one() -> None:
    for at_once, seen in ((4, None), (5, 3), (6, None)):
        first = served(1, good(1, at_once=at_once))
        found = clues("", asks(10_001, 3), number=1, found=CROWDED, even=first)
        assert line(limits.off_by_one(found)) == seen


def test_a_limit_looked_at_without_a_lock_is_tested_outside() -> None:
    outside = "while len(inside) >= supplier.limit:\n    time.sleep(0.01)\n"
    inside = "with lock:\n    if len(inside) >= supplier.limit:\n        pass\n"
    assert line(limits.limit_tested_outside(clues(outside, number=1, found=CROWDED))) == 1
    assert limits.limit_tested_outside(clues(inside, number=1, found=CROWDED)) is None
    assert limits.limit_tested_outside(clues(outside, number=1)) is None


@pytest.mark.parametrize(
    ("sign", "kind", "text"),
    [
        (races.generator_shared, "ValueError", "generator already executing"),
        (races.changed_while_read, "RuntimeError", "dictionary changed size during iteration"),
        (races.changed_while_read, "RuntimeError", "deque mutated during iteration"),
    ],
)
def test_an_error_of_two_threads_in_one_thing_is_known_also_in_a_group(
    sign: Callable[[Clues], Sighting | None], kind: str, text: str
) -> None:
    frames = (Frame(2, "restock", "", ""), Frame(7, "work", "", ""))
    alone = Raised(kind, text, frames)
    group = Raised("ExceptionGroup", "one", frames, f"{kind}: {text}")
    for error in (alone, group):
        assert line(sign(clues("", errors={0: error}))) == 7
    assert sign(clues("", errors={0: Raised(kind, "something else", frames)})) is None
    assert sign(clues("")) is None


def test_an_item_that_two_threads_took_is_shared() -> None:
    twice = [*good(IN_ORDER)[:-1], *events((0.2, "asked", 3)), good(IN_ORDER)[-1]]
    assert line(races.taken_by_two(clues("", late(6), found=twice))) == 6
    assert races.taken_by_two(clues("", late(6))) is None


def test_threads_that_all_order_the_last_item_are_bound_late() -> None:
    same = [
        e._replace(item=24) if e.kind in ("asked", "delivered") else e for e in good(1)
    ]  # fmt: skip
    assert line(races.late_binding(clues("", asks(10_001, 5, 24), number=1, found=same))) == 5
    assert races.late_binding(clues("", asks(10_001, 5, 24), number=1)) is None


# The stock is wrong in one order of turns: what did the thread that was late hold?

INCREMENT = "def order(item):\n    crate = supplier.phone(item)\n    stock[crate.kind] += 1\n"


def test_an_increment_without_any_lock_is_a_bare_one() -> None:
    assert line(races.bare_increment(clues(INCREMENT, late(3)))) == 3
    assert races.bare_increment(clues(INCREMENT, late(2))) is None
    assert races.bare_increment(clues(INCREMENT, LOCK, late(3))) is None


def test_reading_and_writing_without_any_lock_loses_updates() -> None:
    assert line(races.lost_update(clues(PLAIN_SOURCE, late(4)))) == 4
    assert races.lost_update(clues(PLAIN_SOURCE, LOCK, late(4))) is None
    assert races.lost_update(clues(PLAIN_SOURCE, late(4, held=(3,)))) is None


@pytest.mark.parametrize(
    "sign",
    [
        races.bare_increment,
        races.lost_update,
        races.lock_on_one_half,
        races.counter_update,
        races.lock_per_call,
        races.two_locks,
    ],
)
def test_nothing_is_called_lost_where_the_order_is_the_settled_one(
    sign: Callable[[Clues], Sighting | None],
) -> None:
    each = [made(n, "Lock", 2, 10_000 + n) for n in (1, 2)]
    for notes in ([late(3)], [*each, late(3)]):
        assert sign(clues(f"Counter()\n\nc.update(a)\n{INCREMENT}", *notes, number=1)) is None


def test_an_update_of_a_counter_at_the_late_line_is_named() -> None:
    source = "from collections import Counter\nstock = Counter()\nstock.update({kind: weight})\n"
    assert line(races.counter_update(clues(source, late(3)))) == 3
    assert races.counter_update(clues(source, late(2))) is None
    assert races.counter_update(clues(source.replace("Counter", "dict"), late(3))) is None


def test_a_lock_made_by_each_thread_is_a_lock_per_call() -> None:
    each = [made(n, "Lock", 3, 10_000 + n) for n in range(1, 9)]
    assert line(races.lock_per_call(clues("", *each, late(5)))) == 3
    assert races.lock_per_call(clues("", LOCK, late(5))) is None


def test_different_locks_at_one_line_are_two_locks() -> None:
    locks = [made(1, "Lock", 2), made(2, "Lock", 2)]
    other: list[Note] = [*locks, Took(1, 10_001, 6), Took(2, 10_002, 6), late(7)]
    same: list[Note] = [*locks, Took(1, 10_001, 6), Took(1, 10_002, 6), late(7)]
    assert line(races.two_locks(clues("", *other))) == 6
    assert races.two_locks(clues("", *same)) is None


def test_a_lock_that_two_threads_found_missing_is_made_twice() -> None:
    source = "def get():\n    if lock is None:\n        lock = threading.Lock()\n    return lock\n"
    twice: list[Note] = [made(1, "Lock", 3, 10_001), made(2, "Lock", 3, 10_002), late(2)]
    assert line(races.made_twice(clues(source, *twice))) == 2
    assert races.made_twice(clues(source, twice[0], late(2))) is None
    by_one: list[Note] = [made(1, "Lock", 3, 10_001), made(2, "Lock", 3, 10_001), late(2)]
    assert races.made_twice(clues(source, *by_one)) is None


def test_a_test_before_the_lock_is_outside() -> None:
    outside = "if kind not in stock:\n    with lock:\n        stock[kind] = 0\n"
    inside = "with lock:\n    if kind not in stock:\n        stock[kind] = 0\n"
    assert line(races.check_outside(clues(outside, LOCK, late(2)))) == 1
    assert races.check_outside(clues(inside, LOCK, late(2))) is None
    assert races.check_outside(clues(outside, LOCK, late(9))) is None
    assert races.check_outside(clues(outside, late(2))) is None


def test_a_lock_taken_to_read_and_again_to_write_is_let_go_between() -> None:
    def order(between: Late, second: int = 1) -> list[Note]:
        return [
            *(LOCK, made(2, "Lock", 2), asks(10_001, 3)),
            *(Took(1, 10_001, 4), Gave(1, 10_001, 5, True), between),
            *(Took(2, 10_002, 7), Took(second, 10_001, 7), Gave(second, 10_001, 8, True)),
        ]

    assert line(races.let_go_between(clues("", *order(late(6))))) == 6
    assert races.let_go_between(clues("", *order(late(6, held=(1,))))) is None
    assert races.let_go_between(clues("", *order(late(6), second=2))) is None
    afterwards = [*order(late(6))[:6], asks(10_001, 3, 2), Took(1, 10_001, 4)]
    assert races.let_go_between(clues("", *afterwards)) is None


def test_a_lock_that_covers_a_half_is_named_where_the_thread_was_late() -> None:
    assert line(races.lock_on_one_half(clues("", LOCK, late(5)))) == 5
    assert races.lock_on_one_half(clues("", late(5))) is None
    away = good(IN_ORDER) + events((0.1, "refused", 4))
    assert races.lock_on_one_half(clues("", LOCK, late(5), found=away)) is None


# Who doesn't wait.


def test_an_empty_queue_taken_for_the_end_stops_early() -> None:
    missed = without(without(good(1), "asked", 3), "delivered", 3)

    def seen(source: str) -> int | None:
        return line(races.stops_early(clues(source, number=1, found=missed)))

    assert seen("x = 1\nwhile not results.empty():\n    results.get()\n") == 2
    assert seen("results.get(timeout=0.1)") == 1
    assert seen("orders.get_nowait()") == 1
    assert seen("results.get()") is None


def test_a_join_with_a_timeout_is_one_and_that_of_a_text_is_not() -> None:
    def seen(source: str) -> int | None:
        return line(races.join_timeout(clues(source, number=1)))

    assert seen("thread.join(0.1)") == 1
    assert seen("thread.join(timeout=0.1)") == 1
    assert seen("wait(futures, timeout=0.1)") == 1
    assert seen("thread.join()") is None
    assert seen("', '.join(names)") is None
    assert races.join_timeout(clues("thread.join(0.1)")) is None
    going_on = without(good(IN_ORDER), "finished", 8)
    assert line(races.join_timeout(clues("thread.join(0.1)", found=going_on))) == 1


def test_threads_that_go_on_when_it_is_over_were_never_joined() -> None:
    source = "for thread in threads:\n    thread.start()\n"
    left = changed(good(1), "finished", 24, at=3 * SECOND)
    left.append(left.pop(next(i for i, e in enumerate(left) if e.at == 3 * SECOND)))
    assert line(races.never_joined(clues(source, number=1, found=left))) == 2
    assert races.never_joined(clues(source, number=1)) is None


def test_workers_of_a_pool_that_wait_for_more_were_left_open() -> None:
    source = "x = 1\npool = ThreadPoolExecutor(4)\n"
    open_ = [*good(1)[:1], *events((0, "started", 99, "ThreadPoolExecutor-0_0")), *good(1)[1:]]
    assert line(threads.pool_left_open(clues(source, number=1, found=open_))) == 2
    other = [*good(1)[:1], *events((0, "started", 99, "cook")), *good(1)[1:]]
    assert threads.pool_left_open(clues(source, number=1, found=other)) is None
    assert threads.pool_left_open(clues(source, number=1)) is None
    named = "pool = ThreadPoolExecutor(4, thread_name_prefix='cook')"
    assert line(threads.pool_left_open(clues(named, number=1, found=other))) == 1


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("threading.Thread(target=work, daemon=True)", 1),
        ("thread = threading.Thread(target=work)\nthread.daemon = True", 2),
        ("threading.Thread(target=work, daemon=False)", None),
        ("threading.Thread(target=work)", None),
    ],
)
def test_a_daemon_that_is_left_is_named_where_it_became_one(source: str, seen: int | None) -> None:
    left = without(good(1), "finished", 24)
    assert line(threads.daemon_left(clues(source, number=1, found=left))) == seen
    assert threads.daemon_left(clues(source, number=1)) is None


def test_items_that_nobody_asked_for_and_nobody_mentioned_are_counted() -> None:
    missed = without(without(good(1), "asked", 3), "delivered", 3)
    found = races.rest_not_ordered(clues("", number=1, found=missed))
    assert found is not None
    assert found.words["count"] == 1
    assert races.rest_not_ordered(clues("", number=1)) is None


# One at a time.


def test_a_lock_held_while_phoning_is_round_the_call() -> None:
    held: list[Note] = [
        *(LOCK, Took(1, 10_001, 4)),
        *(asks(10_001, 5, 1, (1,)), asks(10_002, 5, 2, (1,))),
    ]
    assert line(limits.lock_round_the_call(clues("", *held, number=1))) == 4
    assert limits.lock_round_the_call(clues("", *held, asks(10_003, 9, 3), number=1)) is None
    gate: list[Note] = [made(1, "Semaphore", 2), *held[1:]]
    assert limits.lock_round_the_call(clues("", *gate, number=1)) is None


def test_calls_of_which_never_two_are_under_way_are_one_at_a_time() -> None:
    slow = good(1, at_once=1)
    assert line(limits.one_at_a_time(clues("", asks(10_001, 5), number=1, found=slow))) == 5
    assert limits.one_at_a_time(clues("", asks(10_001, 5), number=1)) is None


# Errors.


def test_an_error_that_is_no_spoiled_is_another_one() -> None:
    error = Raised("RuntimeError", "it went wrong", (Frame(8, "restock", "", ""),))
    found = threads.another_error(clues("", number=5, errors={0: error}))
    assert found is not None
    assert (found.line, found.words["error"]) == (8, "RuntimeError")
    for own in (Raised("Spoiled", "5"), Raised("ExceptionGroup", "", first="Spoiled: 5")):
        assert threads.another_error(clues("", number=5, errors={0: own})) is None
    always = served(1, good(1), errors={0: error})
    assert threads.another_error(clues("", number=5, errors={0: error}, even=always)) is None


def test_a_spoiled_that_ended_a_thread_died_there() -> None:
    died = Died(10_001, "Thread-1 (order)", "Spoiled", "crate 5 is spoiled", 3)
    found = threads.dies_in_its_thread(clues("", died, number=5))
    assert found is not None
    assert (found.line, found.words["thread"]) == (3, "Thread-1 (order)")
    assert threads.dies_in_its_thread(clues("", died._replace(type="KeyError"), number=5)) is None


@pytest.mark.parametrize(
    ("handler", "seen"),
    [
        ("except Spoiled: pass", True),
        ("except Exception as error: print(error)", True),
        ("except: results.append(None)", True),
        ("except Exception as error: errors.append(error)", False),
        ("except Exception as error:\n    print(error)\n    errors.put(error)", False),
        ("except Spoiled: raise", False),
        ("except KeyError: pass", False),
        ("finally: return None", True),
        ("finally: gate.release()", False),
    ],
)
def test_an_error_that_goes_nowhere_is_swallowed(handler: str, seen: bool) -> None:
    source = (
        f"def order():\n  try: supplier.phone(1)\n  {handler.replace(chr(10), chr(10) + '  ')}\n"
    )
    assert (threads.swallowed(clues(source, number=5)) is not None) is seen


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("pool.submit(supplier.phone, item)", 1),
        ("pool.map(supplier.phone, items)", 1),
        ("futures = [pool.submit(supplier.phone, item) for item in items]\nwait(futures)", 1),
        ("future = pool.submit(supplier.phone, item)\nfuture.result()", None),
        ("future = pool.submit(order, 1)\nfuture.add_done_callback(done)", None),
        ("thread.start()", None),
    ],
)
def test_a_future_that_nobody_asks_keeps_its_error(source: str, seen: int | None) -> None:
    assert line(threads.never_read(clues(source, number=5))) == seen


def test_an_error_of_which_nothing_came_has_vanished() -> None:
    failed = changed(good(5), "delivered", 5, kind="failed")
    assert line(threads.error_vanishes(clues("", asks(10_001, 3), number=5, found=failed))) == 3
    raised = changed(failed, "returned", 0, kind="raised")
    assert threads.error_vanishes(clues("", asks(10_001, 3), number=5, found=raised)) is None


# Hangs.


def hung(*waiting: Waiting) -> Outcome:
    return Outcome("deadlock", waiting=waiting)


def test_workers_that_wait_for_their_own_pool_are_in_the_same_pool() -> None:
    worker = Waiting("ThreadPoolExecutor-0_0", 9, "waits in Future.result")
    assert line(threads.same_pool(clues("", number=1, outcome=hung(worker)))) == 9
    caller = worker._replace(who="the caller")
    assert threads.same_pool(clues("", number=1, outcome=hung(caller))) is None
    other = worker._replace(reason="waits in Queue.get")
    assert threads.same_pool(clues("", number=1, outcome=hung(other))) is None


def test_places_that_were_never_given_back_are_leaked() -> None:
    missed = without(without(good(6), "asked", 24), "delivered", 24)
    waiting = Waiting("Thread-24 (order)", 4, "waits in Semaphore.acquire, made at line 2")

    def seen(number: int, found: list[Event], *stuck: Waiting) -> int | None:
        return line(
            threads.slot_leaked(clues("", number=number, found=found, outcome=hung(*stuck)))
        )

    assert seen(6, missed, waiting) == 4
    assert seen(6, good(6), waiting) is None
    assert seen(1, missed, waiting) is None
    joins = Waiting("the caller", 9, "waits for Thread-24 (order) to end")
    assert seen(6, missed, joins) is None
    assert seen(6, missed, joins._replace(reason="waits in Semaphore.acquire")) == 9


def test_who_waits_in_a_circle_has_leaked_what_it_held_when_it_met_the_spoiled_one() -> None:
    missed = without(without(good(6), "asked", 24), "delivered", 24)
    itself = Waiting("Thread-1 (order)", 4, "waits in Lock.acquire", "Thread-1 (order)")
    outcome = hung(itself)

    def seen(*, held: tuple[int, ...], even: Served | None = None) -> int | None:
        met = asks(10_001, 3, item=2, held=held)
        stuck = clues("", met, number=6, found=missed, even=even, outcome=outcome)
        return line(threads.slot_leaked(stuck))

    assert seen(held=(7,)) == 4
    assert seen(held=()) is None
    assert seen(held=(7,), even=served(1, [], outcome=outcome)) is None


# Remarks, and what the kitchen has not.


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("while inside >= limit:\n    time.sleep(0.01)", 2),
        ("while True:\n    threading.Timer(0.01, look).start()", 2),
        ("for item in items:\n    time.sleep(0.01)", None),
        ("while items:\n    items.pop()", None),
    ],
)
def test_a_loop_that_sleeps_polls(source: str, seen: int | None) -> None:
    assert line(threads.polls(clues(source, number=1))) == seen


def test_multiprocessing_is_known_by_its_error() -> None:
    source = "from multiprocessing.pool import ThreadPool\npool = ThreadPool(4)\n"
    error = Raised("PermissionError", "no semaphores", (Frame(2, "restock", "", ""),))
    assert line(threads.processes(clues(source, number=1, errors={0: error}))) == 2
    assert threads.processes(clues("", number=1, errors={0: error})) is None
    other = Raised("KeyError", "1", error.frames)
    assert threads.processes(clues(source, number=1, errors={0: other})) is None


def test_the_signs_of_one_check_are_silent_at_another() -> None:
    died = Died(10_001, "Thread-1 (order)", "Spoiled", "crate 5 is spoiled", 3)
    (sign,) = [
        mistake.sign for mistake in case10.MISTAKES if "{thread}" in mistake.says
    ]  # fmt: skip
    for check in range(len(case10.CHECKS)):
        found = clues("", died, number=5)
        found.check = check
        assert (sign(found) is not None) is (check == case10.ERRORS)


def test_the_places_of_the_checks_are_those_that_the_signs_mean() -> None:
    looks = [check.look for check in case10.CHECKS]
    assert looks.index(case10.concurrent) == case10.CONCURRENT
    assert looks.index(case10.error_is_told) == case10.ERRORS
    assert looks.index(case10.threads_have_finished) == case10.FINISHED


def test_the_case_is_found_by_its_number_and_takes_turns_between_bytecodes() -> None:
    case = catalog.find("10").load()
    assert case is case10.CASE
    assert case.threads
    assert case.service(1).stage == "threads"
    assert cast(float, case.service(1).linger) > 0
