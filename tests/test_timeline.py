"""Services as swimlanes: what is drawn of ledgers written by hand, and that every case is drawn."""

import io
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from textwrap import dedent
from typing import Any

import pytest

from kitchen import catalog
from kitchen.case import Entry, Served, Service
from kitchen.catalog import Listed
from kitchen.charting import chart
from kitchen.folding import MOST_COMPARED
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.lanes import Chart, Lane, Span, painted
from kitchen.measures import Waits, measure, told
from kitchen.report.pen import Pen
from kitchen.report.timeline import ASCII, BLOCKS, lines, print_timeline
from kitchen.trace import Asks, Call, Gave, NewTask, Note, Slept, Thread, Took, Trace, Wants
from kitchen.world.ledger import Event, Kind, Ledger
from kitchen.world.outcome import Outcome
from kitchen.world.script import OFFICE, SUPPLIER, Begin, Script, Tell
from kitchen.world.supplier import Conditions
from tests.conftest import ROOT
from tests.ledgers import Line, events, ns
from tests.test_command_line import SOLUTION, kitchen


def served(
    stage: str,
    script: Script,
    *happened: Event,
    limit: int = 2,
    title: str = "by hand",
    **more: Any,
) -> Served:
    entry = Entry("restock", ("supplier", "crates"))
    made = Service(
        1, "even", title, entry, Conditions(limit=limit), script, stage=stage, **more
    )  # fmt: skip
    return Served(made, Ledger(list(happened)), Outcome("finished"))


def restock(
    *happened: Line, crates: int, notes: Iterable[Note] = (), again: Sequence[Event] = ()
) -> Chart:
    """The chart of one call that was given so many crates."""
    begin = Begin("restock", (SUPPLIER, list(range(1, crates + 1))))
    ordered = sorted([*events([(0.0, "begun", 1), *happened]), *again], key=lambda e: e.at)
    return chart(served("call", ((begin,),), *ordered), Trace(notes))


def delivery(number: int, start: float, stop: float, end: str = "delivered") -> list[Line]:
    return [(start, "asked", number), (stop, end, number)]


def asked_again(item: int, start: float, stop: float, end: Kind = "delivered") -> list[Event]:
    """A delivery of an item that was asked for before."""
    number = 100 + item
    return [
        Event(ns(start), "asked", 0, number, item), Event(ns(stop), end, 0, number, item)
    ]  # fmt: skip


def drawn(of: Chart, width: int = 60, **more: Any) -> str:
    return "\n".join(lines(of, width, ASCII, **more))


def by_hand(text: str) -> str:
    return dedent(text).strip("\n")


def lane(of: Chart, title: str) -> Lane:
    (found,) = [lane for lane in (*of.lanes, *of.workers) if lane.title == title]
    return found


def states(of: Chart, title: str) -> list[tuple[float, float, str]]:
    """The spans of a lane in seconds."""
    return [(s.start / 1e9, s.stop / 1e9, s.state) for s in lane(of, title).spans]


def signs(of: Chart, title: str) -> list[tuple[float, str]]:
    return [(mark.at / 1e9, mark.sign) for mark in lane(of, title).marks]


# --- what is drawn --------------------------------------------------------------------------------

TWO_AT_ONCE = [
    *delivery(1, 0.0, 0.1),
    *delivery(2, 0.0, 0.1),
    *delivery(3, 0.1, 0.2),
    *delivery(4, 0.1, 0.2, "failed"),
]


def test_four_crates_two_at_once() -> None:
    of = restock(*TWO_AT_ONCE, (0.2, "returned", 1), crates=4)
    assert drawn(of) == by_hand("""
        by hand
        1-2 at once 222222222222222222222222222222222222222222222222
                    ^ peak 2 at 0.00 s, room for 2
                    |0.00       |0.05       |0.10       |0.15 s
        crate 1     #######################|
        crate 2     #######################|
        crate 3     ........................#######################|
        crate 4     ........................#######################!
        . waits   # on the phone   ! error
        at once: peak 2, mean 2.0; use of capacity 100%
        took 0.20 s, ideal 0.20 s: 0.40 s of work, 2 at once
    """)


def test_the_same_in_blocks_and_forty_columns() -> None:
    of = restock(*TWO_AT_ONCE, (0.2, "returned", 1), crates=4)
    assert lines(of, 40, BLOCKS) == [
        "by hand",
        "1-2 at once ████████████████████████████",
        "            ▲",
        "peak 2 at 0.00 s, room for 2",
        "            |0.0          |0.1 s",
        "crate 1     █████████████▉",
        "crate 2     █████████████▉",
        "crate 3     ··············█████████████▉",
        "crate 4     ··············█████████████!",
        "· waits   █ on the phone   ! error",
        "at once: peak 2, mean 2.0; use of",
        "  capacity 100%",
        "took 0.20 s, ideal 0.20 s: 0.40 s of",
        "  work, 2 at once",
    ]


def turned_away(number: int, at: float) -> list[Line]:
    return [(at, "asked", number), (at, "refused", number), (at + 0.01, "sent away", number)]


def test_what_is_over_the_limit_has_a_row_of_its_own() -> None:
    many = [line for number in range(3, 21) for line in turned_away(number, 0.0)]
    of = restock(*delivery(1, 0.0, 0.1), *delivery(2, 0.0, 0.1), *many, crates=20)
    assert drawn(of, 64) == by_hand("""
        by hand
        over 2             !!!!!
        1-2 at once        222222222222222222222222222222222222222222222
                           ^ peak 20 at 0.00 s: 18 over the limit of 2
                           |0.00    |0.02    |0.04    |0.06    |0.08 s
        crates 1-2 (2 x)   ############################################|
        crates 3-20 (18 x) xxxxx
        # on the phone   x turned away
        at once: peak 20, mean 3.8; 18 turned away; use of capacity 100%
        took 0.10 s, ideal 0.10 s: 0.20 s of work, 2 at once
    """)
    assert lines(of, 64, BLOCKS)[1:4] == [
        "over 2             █████",
        "1-2 at once        █████████████████████████████████████████████",
        "                   ▲ peak 20 at 0.00 s: 18 over the limit of 2",
    ]


def test_the_peak_is_marked_where_it_is_first_reached() -> None:
    of = restock(*delivery(1, 0.0, 0.1), *delivery(2, 0.09, 0.1), crates=2)
    assert drawn(of).splitlines()[1:3] == [
        "1-2 at once 111111111111111111111111111111111111111111122222",
        "                          peak 2 at 0.09 s, room for 2 ^",
    ]


def test_a_crowd_too_short_for_a_column_is_seen_all_the_same() -> None:
    of = restock(*delivery(1, 0.0, 1.0), *delivery(2, 0.5, 0.5001), crates=2)
    assert drawn(of).splitlines()[1] == f"1-2 at once {'1' * 24}2{'1' * 23}"


def test_colour_changes_nothing_but_the_colour() -> None:
    failed = asked_again(1, 0.05, 0.1, "failed")
    of = restock(*turned_away(1, 0.0), crates=1, again=failed)
    painted_in: list[str | None] = []

    def paint(cell: str | None, text: str) -> str:
        painted_in.append(cell)
        return f"\x1b[31m{text}\x1b[0m"

    coloured = lines(of, 60, ASCII, paint)
    assert "\x1b[31mx" in coloured[4]
    assert [re.sub(r"\x1b\[\d+m", "", line) for line in coloured] == lines(of, 60, ASCII)
    assert {"refused", "waiting", "failed"} <= {*painted_in}


def test_nobody_at_all() -> None:
    of = restock((0.0, "returned", 1), crates=0)
    assert drawn(of) == by_hand("""
        by hand
        1-2 at once
                    |0.000    |0.002   |0.004    |0.006   |0.008 s
        at once: peak 0, mean 0.0
    """)


def test_names_that_strangers_gave_are_harmless() -> None:
    odd = [Event(0, "begun", 0, 0), Event(0, "asked", 0, 1, "\x1b[2J漢\n" + "x" * 99)]
    of = chart(served("call", ((Begin("restock", (SUPPLIER, [])),),), *odd), Trace())
    (only,) = of.lanes
    assert only.title.isprintable() and only.title.isascii() and len(only.title) < 60
    assert "\\u6f22" in only.title
    assert all(len(line) <= 40 for line in lines(of, 40, BLOCKS))


# --- crates and threads ---------------------------------------------------------------------------


def test_a_crate_waits_from_the_call_to_its_last_delivery() -> None:
    of = restock(*turned_away(1, 0.02), crates=1, again=asked_again(1, 0.05, 0.1))
    assert states(of, "crate 1") == [
        (0.0, 0.02, "waiting"),
        (0.02, 0.03, "refused"),
        (0.03, 0.05, "waiting"),
        (0.05, 0.1, "calling"),
    ]


def test_a_crate_that_was_never_asked_for_waits_until_the_call_ends() -> None:
    of = restock(*delivery(1, 0.0, 0.05), (0.06, "cancelled", 1), crates=2)
    assert states(of, "crate 2") == [(0.0, 0.06, "waiting")]
    assert signs(of, "crate 2") == [(0.06, "cut off")]


def test_what_never_ends_is_drawn_to_the_end_and_said_to_be_not_over() -> None:
    of = restock(*delivery(1, 0.0, 0.08), (0.08, "asked", 2), crates=3)
    assert states(of, "crate 2") == [(0.0, 0.08, "waiting"), (0.08, 0.1, "calling")]
    assert signs(of, "crate 2") == signs(of, "crate 3") == [(0.1, "not over")]
    assert drawn(of).splitlines()[-1] == "no end: not all was over when nothing more happened"
    assert measure(of).took is None


def test_crates_of_a_second_restock_are_others() -> None:
    begin = Begin("restock", (SUPPLIER, [1]))
    first = events([(0.0, "begun", 1), *delivery(1, 0.0, 0.1), (0.1, "returned", 1)])
    second = events([(0.2, "begun", 2), *delivery(1, 0.2, 0.3), (0.3, "returned", 2)], round=1)
    of = chart(served("call", ((begin,), (begin,)), *first, *second), Trace())
    assert [lane.title for lane in of.lanes] == ["crate 1", "crate 1 again"]
    assert states(of, "crate 1 again") == [(0.2, 0.3, "calling")]


def asks(item: int, task: int, *held: int, made_by: int = 0) -> Asks:
    return Asks(str(item), task, 1, held, made_by or task, 1, ())


GATE = 1


def test_a_place_that_is_held_without_calling_is_seen_from_the_trace() -> None:
    """It is refused, sleeps in the gate, calls again, and sleeps once more before it gives way."""
    notes: list[Note] = [
        Call(0, 14),
        Wants(GATE, 15, 1), Took(GATE, 15, 1), asks(1, 15, GATE),
        Wants(GATE, 16, 1),
        Slept(15, 1, (GATE,), 0.03),
        asks(1, 15, GATE),
        Slept(15, 1, (GATE,), 0.02),
        Gave(GATE, 15, 1, True),
        Took(GATE, 16, 1), asks(2, 16, GATE), Gave(GATE, 16, 1, True),
    ]  # fmt: skip
    happened = [*turned_away(1, 0.0), *delivery(2, 0.11, 0.16)]
    again = asked_again(1, 0.04, 0.09)
    of = restock(*happened, crates=2, notes=notes, again=again)
    assert states(of, "crate 1") == [
        (0.0, 0.01, "refused"),
        (0.01, 0.04, "holding"),
        (0.04, 0.09, "calling"),
        (0.09, 0.11, "holding"),
    ]
    assert states(of, "crate 2") == [(0.0, 0.11, "waiting"), (0.11, 0.16, "calling")]
    without = restock(*happened, crates=2, again=again)
    assert states(without, "crate 1")[1] == (0.01, 0.04, "waiting")


def test_a_gate_that_is_never_given_back_is_held_to_the_end() -> None:
    notes: list[Note] = [Call(0, 14), Took(GATE, 15, 1), asks(1, 15, GATE)]
    of = restock(*delivery(1, 0.0, 0.08), crates=1, notes=notes)
    assert states(of, "crate 1") == [(0.0, 0.08, "calling"), (0.08, 0.1, "holding")]
    assert signs(of, "crate 1") == [(0.1, "not over")]


def test_who_is_cancelled_in_a_long_sleep_holds_no_longer_than_that() -> None:
    """An hour is slept in the gate; the call is cancelled after 0.2 s, and another crate comes."""
    notes: list[Note] = [
        Call(0, 14), Took(GATE, 15, 1), asks(1, 15, GATE), Slept(15, 1, (GATE,), 3600.0),
        Gave(GATE, 15, 1, True), Took(GATE, 16, 1), asks(2, 16, GATE), Slept(16, 1, (), 3600.0),
        Gave(GATE, 16, 1, True),
    ]  # fmt: skip
    happened = [*delivery(1, 0.0, 0.1), *delivery(2, 0.2, 0.3), (0.4, "cancelled", 1)]
    of = restock(*happened, crates=2, notes=notes)
    assert states(of, "crate 1") == [(0.0, 0.1, "calling"), (0.1, 0.2, "holding")]
    assert states(of, "crate 2")[1:] == [(0.2, 0.3, "calling"), (0.3, 0.4, "holding")]


def threads(notes: Iterable[Note]) -> Chart:
    begin = Begin("restock", (SUPPLIER, [1, 2, 3]))
    happened = [
        *events([(0.0, "begun", 1), *delivery(1, 0.0, 0.1), *delivery(2, 0.0, 0.1)]),
        *events([*delivery(3, 0.15, 0.2)]),
        Event(ns(0.25), "finished", 0, 1),
        Event(ns(0.1), "finished", 0, 2),
    ]
    started = [Event(0, "started", 0, number, note="Thread") for number in (1, 2)]
    return chart(served("threads", ((begin,),), *started, *happened), Trace(notes))


def test_a_thread_has_a_lane_when_it_is_known_who_called() -> None:
    one, two = 10_001, 10_002
    of = threads([Thread(one, "a"), asks(1, one), Thread(two, "b"), asks(2, two), asks(3, one)])
    assert states(of, "thread 1") == [
        (0.0, 0.1, "calling"),
        (0.1, 0.15, "waiting"),
        (0.15, 0.2, "calling"),
        (0.2, 0.25, "waiting"),
    ]
    assert states(of, "thread 2") == [(0.0, 0.1, "calling")]


def test_without_a_trace_items_have_the_lanes() -> None:
    assert [lane.title for lane in threads([]).lanes] == ["item 1", "item 2", "item 3"]


def test_the_caller_has_a_lane_if_it_phones_itself() -> None:
    one = 10_001
    of = threads([Thread(one, "a"), asks(1, one), asks(2, 10_000), asks(3, one)])
    assert states(of, "caller") == [(0.0, 0.1, "calling")]


# --- jobs, guests, readers, branches --------------------------------------------------------------


def jobs(*notes: Note) -> Chart:
    """Two cooks: job 1 fails and is tried again, 2 is timed out, 3 is withdrawn in line."""
    steps = [Begin("block", ("of the dispatcher", 3, 2, 3))]
    tells = [Tell("submit", n, (n % 2, 0.3, ""), 0.01 * n) for n in (1, 2, 3)]
    begun = events([(0.0, "begun", 1), (0.5, "returned", 1)])
    told = [Event(ns(0.01 * n), "told", 0, n, note="submit") for n in (1, 2, 3)]
    calls = [
        (0.01, "asked", 1, 1), (0.11, "failed", 1, 1),
        (0.02, "asked", 2, 2), (0.32, "hung up", 2, 2),
        (0.2, "asked", 3, 1), (0.3, "delivered", 3, 1),
    ]  # fmt: skip
    happened = [Event(ns(at), kind, 0, number, item) for at, kind, number, item in calls]  # type: ignore[arg-type]
    answer = [Event(ns(0.25), "mark", 0, 3, "cancelled", "answer")]
    ordered = sorted([*begun, *told, *happened, *answer], key=lambda event: event.at)
    return chart(served("dispatcher", ((*steps, *tells),), *ordered), Trace(notes))


def test_a_job_waits_in_line_and_between_its_attempts() -> None:
    of = jobs()
    assert of.limit == 2
    assert states(of, "job 1 p1") == [
        (0.01, 0.11, "calling"),
        (0.11, 0.2, "waiting"),
        (0.2, 0.3, "calling"),
    ]
    assert signs(of, "job 1 p1") == [(0.11, "failed")]
    assert signs(of, "job 2 p0") == [(0.32, "cut off")]
    assert states(of, "job 3 p1") == [(0.03, 0.25, "waiting")]
    assert signs(of, "job 3 p1") == [(0.25, "cut off")]


def test_waits_by_priority_count_each_time_before_a_call() -> None:
    urgent, other = measure(jobs()).waits
    assert urgent == Waits(0, 1, 0.0, 0.0)
    assert (other.priority, other.times) == (1, 3)
    assert other.worst == pytest.approx(0.22)
    assert other.mean == pytest.approx((0.0 + 0.09 + 0.22) / 3)
    assert "mean/worst wait in s: p0:0.00/0.00, p1:0.10/0.22" in told(measure(jobs()))


def test_each_cook_has_a_lane_where_the_trace_tells_who_cooked() -> None:
    of = jobs(asks(1, 15), asks(2, 16), asks(1, 15))
    assert [lane.title for lane in of.workers] == ["cook 1", "cook 2"]
    assert states(of, "cook 1") == [(0.01, 0.11, "calling"), (0.2, 0.3, "calling")]
    assert jobs().workers == ()


def test_a_task_for_each_dish_is_traced_to_the_cook_who_made_it() -> None:
    made = [NewTask(task, cook, 1, ()) for task, cook in ((25, 15), (26, 16), (27, 15))]
    of = jobs(*made, asks(1, 25), asks(2, 26), asks(1, 27))
    assert [len(lane.spans) for lane in of.workers] == [2, 1]
    assert jobs(asks(1, 25), asks(2, 26), asks(1, 27)).workers == ()


def gate(*happened: Event) -> Chart:
    guests = [Begin("guest", (n, [n, n + 10], False, "", False, n), 0.0) for n in (1, 2)]
    last = Begin("guest", (1000, [1000], False, "", False, 1))
    return chart(served("gate", (tuple(guests), (last,)), *happened, given=(1,)), Trace())


def test_a_guest_waits_comes_in_and_comes_again() -> None:
    visits: list[Line] = [
        (0.0, "came", 1), (0.0, "asked", 1), (0.1, "delivered", 1),
        (0.1, "came", 11), (0.2, "asked", 11), (0.3, "delivered", 11),
        (0.0, "came", 2), (0.05, "raised", 2),
    ]  # fmt: skip
    of = gate(*events([(0.0, "begun", 1), *visits]), *events([(0.3, "came", 1000)], round=1))
    assert states(of, "guest 1 p1") == [
        (0.0, 0.1, "calling"),
        (0.1, 0.2, "waiting"),
        (0.2, 0.3, "calling"),
    ]
    assert (states(of, "guest 2 p2"), signs(of, "guest 2 p2")) == (
        [(0.0, 0.05, "waiting")],
        [(0.05, "failed")],
    )
    # The last round shows only whether the places are there: it is no class that waits.
    assert signs(of, "guest 1000")[0][1] == "not over"
    assert [waits.priority for waits in measure(of).waits] == [1, 2]
    assert of.word("calling") == "inside"


def test_a_reader_waits_for_its_value_and_it_is_seen_how_old_it_was() -> None:
    script = ((Begin("read", (0, "soup", 0.1)), Begin("read", (1, "soup", 0.1))),)
    happened = [
        Event(0, "begun", 0, 0),
        Event(0, "asked", 0, 1, "fetch soup 1"),
        Event(ns(0.1), "mark", 0, 0, "100 1", "reading"),
        Event(ns(0.1), "returned", 0, 0),
        Event(ns(0.5), "delivered", 0, 1, "fetch soup 1"),
        Event(ns(0.6), "begun", 0, 1),
        Event(ns(0.6), "mark", 0, 1, "101 0", "reading"),
        Event(ns(0.6), "returned", 0, 1),
    ]
    of = chart(served("stock", script, *happened, limit=1), Trace())
    assert states(of, "reader 0") == [(0.0, 0.1, "waiting")]
    assert signs(of, "reader 0") == [(0.1, "stale")]
    assert (states(of, "reader 1"), signs(of, "reader 1")) == ([], [(0.6, "fresh")])
    assert states(of, "fetch soup 1") == [(0.0, 0.5, "calling")]


def test_a_branch_does_one_thing_after_the_other() -> None:
    items = [Begin("take_delivery", (OFFICE, SUPPLIER, item), stove=item % 2) for item in (2, 1, 4)]
    books = Begin("count", ("stock",), stove=2)
    ledger = events(
        [
            (0.0, "begun", 1), (0.0, "begun", 2), (0.0, "begun", 3),
            *delivery(2, 0.0, 0.1), (0.1, "returned", 1),
            *delivery(1, 0.1, 0.2), (0.2, "returned", 2),
            *delivery(4, 0.2, 0.3), (0.3, "returned", 3),
        ]
    )  # fmt: skip
    of = chart(served("branch", (tuple(items), (books,)), *ledger, limit=1, stoves=2), Trace())
    assert [lane.title for lane in of.lanes] == ["branch 1", "branch 2"]
    assert states(of, "branch 1") == [
        (0.0, 0.1, "calling"),
        (0.1, 0.2, "waiting"),
        (0.2, 0.3, "calling"),
    ]
    assert states(of, "branch 2") == [(0.0, 0.1, "waiting"), (0.1, 0.2, "calling")]


def door(*happened: Event, visits: Sequence[int] = (1, 2)) -> Chart:
    script = (tuple(Begin("visit", (n,), stove=n - 1) for n in visits),)
    ordered = sorted(happened, key=lambda event: event.at)
    return chart(served("door", script, *ordered, stoves=2, given=("door", 0.5)), Trace())


def mark(at: float, note: str, number: int) -> Event:
    return Event(ns(at), "mark", 0, number, None, note)


def test_a_branch_that_is_killed_inside_ends_there() -> None:
    of = door(
        mark(0.0, "came", 1), mark(0.0, "in", 1), *events([(0.0, "asked", 1)]),
        Event(ns(0.15), "killed", 0, 0), *events([(0.15, "hung up", 1)]),
        mark(0.03, "came", 2), mark(0.5, "in", 2), *events(delivery(2, 0.5, 0.8)),
        mark(0.8, "leaves", 2), mark(0.81, "left", 2),
    )  # fmt: skip
    assert (states(of, "branch 1"), signs(of, "branch 1")) == (
        [(0.0, 0.15, "calling")],
        [(0.15, "killed")],
    )
    assert states(of, "branch 2") == [(0.03, 0.5, "waiting"), (0.5, 0.8, "calling")]
    assert (of.limit, of.word("calling")) == (1, "inside")


def test_a_frozen_branch_stands_still_wherever_it_was() -> None:
    of = door(
        mark(0.0, "came", 1), mark(0.0, "in", 1), *events(delivery(1, 0.0, 0.3)),
        Event(ns(0.1), "frozen", 0, 0, None, "0.5 s"), mark(0.7, "leaves", 1), visits=(1,),
    )  # fmt: skip
    assert states(of, "branch 1") == [
        (0.0, 0.1, "calling"),
        (0.1, 0.6, "frozen"),
        (0.6, 0.7, "holding"),
    ]
    assert "~ stands still" in drawn(of)


# --- spans and figures ----------------------------------------------------------------------------


def test_later_spans_cover_earlier_ones_and_two_calls_stay_two() -> None:
    spans = [
        Span(0, 10, "waiting"), Span(2, 4, "calling"), Span(4, 6, "calling"),
        Span(8, 8, "holding"), Span(9, 12, "frozen"),
    ]  # fmt: skip
    assert painted(spans) == (
        Span(0, 2, "waiting"), Span(2, 4, "calling"), Span(4, 6, "calling"),
        Span(6, 9, "waiting"), Span(9, 12, "frozen"),
    )  # fmt: skip
    assert painted([Span(0, 5, "waiting"), Span(5, 7, "waiting")]) == (Span(0, 7, "waiting"),)


def test_figures_of_work_that_is_unevenly_spread() -> None:
    """Three calls, of 0.1, 0.1 and 0.4 s, two at once: the longest alone takes 0.4 s."""
    happened = [*delivery(1, 0.0, 0.1), *delivery(2, 0.0, 0.1), *delivery(3, 0.1, 0.5)]
    figures = measure(restock(*happened, (0.5, "returned", 1), crates=3))
    assert (figures.peak, figures.peak_at, figures.limit, figures.refused) == (2, 0.0, 2, 0)
    assert figures.mean == pytest.approx(0.6 / 0.5)
    assert figures.work == pytest.approx(0.6)
    assert figures.took == pytest.approx(0.5)
    assert figures.ideal == pytest.approx(0.4)
    assert figures.used == pytest.approx(0.6)
    assert figures.waits == ()


# --- many lanes in few rows -----------------------------------------------------------------------


def ragged(count: int, step: int = 7) -> Chart:
    """Crates of which no two begin or end together."""
    lanes = []
    for number in range(count):
        start = ns(0.001) * (number * step % count)
        lasts = ns(0.01) + ns(0.0007) * number
        waits = Span(0, start, "waiting")
        lanes.append(
            Lane("crate", f"{number + 1}", painted([waits, Span(start, start + lasts, "calling")]))
        )
    stop = max(lane.spans[-1].stop for lane in lanes)
    return Chart("", "ragged", tuple(lanes), ((0, 1), (stop, 0)), 5, 0, stop)


def shown(rows: Iterable[str]) -> int:
    """How many lanes the rows of crates stand for."""
    folded = [re.search(r"\((\d+) x\)", row) for row in rows]
    return sum(int(found[1]) if found else 1 for found in folded)


@pytest.mark.parametrize("count", [15, 50, MOST_COMPARED * 5 + 3])
def test_many_lanes_are_folded_and_none_is_lost(count: int) -> None:
    rows = [line for line in lines(ragged(count), 120, ASCII) if line.startswith("crate")]
    assert len(rows) == 14
    assert shown(rows) == count


def test_few_lanes_are_not_folded_though_they_are_equal() -> None:
    happened = [line for number in range(1, 6) for line in delivery(number, 0.0, 0.1)]
    assert "(" not in drawn(restock(*happened, crates=5, notes=()))


def test_equal_neighbours_are_folded_first() -> None:
    """Of twenty lanes three pairs are alike, and the others as they come."""
    batches = [
        line
        for number in range(1, 21)
        for line in delivery(number, (number - 1) // 5 * 0.1, (number - 1) // 5 * 0.1 + 0.1)
    ]
    rows = drawn(restock(*batches, (0.4, "returned", 1), crates=20)).splitlines()
    assert [row.split("  ")[0].split(" .")[0].split(" #")[0] for row in rows[5:9]] == [
        "crates 1-5 (5 x)",
        "crates 6-10 (5 x)",
        "crates 11-15 (5 x)",
        "crates 16-20 (5 x)",
    ]


def test_lanes_of_two_kinds_are_never_one_row() -> None:
    same = (Span(0, ns(1.0), "waiting"),)
    lanes = [Lane(kind, f"{n}", same) for kind in ("reader", "writer") for n in range(10)]
    of = Chart("", "", tuple(lanes), (), 1, 0, ns(1.0))
    rows = [row for row in lines(of, 80, ASCII) if "(10 x)" in row]
    assert [row.split(" (")[0] for row in rows] == ["readers 0-9", "writers 0-9"]


def test_of_a_folded_row_the_weightiest_is_seen() -> None:
    half, whole = ns(0.5), ns(1.0)
    quiet = Lane("crate", "1", (Span(0, whole, "waiting"),))
    loud = Lane("crate", "2", (Span(0, half, "calling"), Span(half, whole, "refused")))
    of = Chart("", "", (quiet, loud), (), 1, 0, whole)
    (row,) = [line for line in lines(of, 60, ASCII, most=1) if line.startswith("crates")]
    assert set(row.split(") ")[1]) == {"#", "|", "x"}


# --- every case -----------------------------------------------------------------------------------

FILES = [(one, folder) for one in catalog.listed() for folder in ("lab/cases", "solutions")]


def serve(engine: Engine, one: Listed, folder: str) -> Chart:
    case = one.load()
    source = (ROOT / folder / f"{one.stem}.py").read_bytes()
    engine.take(AttemptSource(f"{one.stem}.py", one.stem, source), points=case.threads)
    (once,) = engine.serve([case.service(1)], trace=True)
    of = chart(once, Trace.read(once.notes), f"case {one.number}")
    assert measure(of).peak == once.ledger.peak
    return of


@pytest.mark.parametrize(("one", "folder"), FILES, ids=lambda value: str(value))
def test_every_case_is_drawn_in_any_width_and_in_24_lines(
    engine: Engine, one: Listed, folder: str
) -> None:
    of = serve(engine, one, folder)
    for width in (40, 80, 120):
        for glyphs in (ASCII, BLOCKS):
            made = lines(of, width, glyphs)
            assert max(map(len, made)) <= width
            assert all(line == line.rstrip() for line in made)
            assert len(made) <= 24 or width == 40
    assert "\n".join(lines(of, 80, ASCII)).isascii()
    calls = {cell for line in lines(of, 80, ASCII) for cell in line if cell in "#x"}
    assert calls, "nobody called"


def test_the_same_service_is_drawn_the_same_way_again(engine: Engine) -> None:
    for number in ("7", "13", "18"):
        one = catalog.find(number)
        first, again = (lines(serve(engine, one, "solutions"), 80, BLOCKS) for _ in range(2))
        assert first == again


def test_case_7_solved_is_a_staircase_of_five(engine: Engine) -> None:
    rows = lines(serve(engine, catalog.find("7"), "solutions"), 80, ASCII)
    stairs = [row for row in rows if row.startswith("crates")]
    assert len(stairs) == 10 and all("(5 x)" in row for row in stairs)
    starts = [row.index("#") for row in stairs]
    assert starts == sorted(set(starts))


def test_case_16_shows_who_is_kept_out(engine: Engine) -> None:
    of = serve(engine, catalog.find("16"), "lab/cases")
    regulars, kept_out = measure(of).waits
    assert kept_out.worst > 20 * regulars.worst


# --- the command ----------------------------------------------------------------------------------


def test_run_draws_when_it_is_asked_to_and_only_then() -> None:
    plain = kitchen("run", "7").stdout
    done = kitchen("run", "7", "--timeline", COLUMNS="64")
    assert done.returncode == 0
    assert done.stdout.startswith(plain + "\ncase 7, Limits and backpressure: 50 crates of ")
    assert "▲ peak 50 at 0.00 s: 45 over the limit of 5" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 64
    assert "\x1b" not in done.stdout


def test_what_the_stream_cannot_write_is_drawn_in_ascii() -> None:
    done = kitchen("run", "7", "--timeline", "--file", SOLUTION, PYTHONIOENCODING="ascii")
    assert done.stdout.isascii() and "\\u" not in done.stdout
    assert "^ peak 5 at 0.00 s, room for 5" in done.stdout


def test_a_run_that_hangs_is_drawn_as_far_as_it_came() -> None:
    done = kitchen("run", "12", "--timeline")
    assert done.returncode == 0  # as shipped, it is meant to
    assert "> not over" in done.stdout


@pytest.mark.parametrize("others", [("--json",), ("--real", "--for", "1")])
def test_what_does_not_go_with_a_drawing(others: Sequence[str]) -> None:
    done = kitchen("run", "7", "--timeline", *others)
    assert (done.returncode, done.stdout) == (2, "")
    assert "leave one out" in done.stderr


def test_a_plain_run_imports_nothing_that_draws() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "kitchen", "run", "7"],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "kitchen.report.text" in imported
    drawing = {"report.drawings", "report.timeline", "report.picture", "report.images"}
    drawing |= {"charting", "lanes", "measures", "folding", "calls", "holding"}
    assert not imported & ({f"kitchen.{name}" for name in drawing} | {"matplotlib"})


class Terminal(io.StringIO):
    """Somebody looks at it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "coloured"), [({"TERM": "xterm"}, True), ({"NO_COLOR": "1"}, False)]
)
def test_colour_only_where_somebody_looks_and_wants_it(
    monkeypatch: pytest.MonkeyPatch, environment: Mapping[str, str], coloured: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    page = Terminal()
    print_timeline(restock(*turned_away(1, 0.0), crates=1), Pen(page))
    assert ("\x1b[31m" in page.getvalue()) is coloured


def test_all_but_pictures_is_drawn_without_matplotlib() -> None:
    users = [
        path.name
        for path in (ROOT / "kitchen").rglob("*.py")
        if re.search(r"^\s*(from|import) matplotlib", path.read_text(), re.M)
    ]
    assert sorted(users) == ["images.py", "picture.py", "sweep_picture.py"]
