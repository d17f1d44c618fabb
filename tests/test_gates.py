"""What is promised of a gate, put to ledgers written by hand: kept, broken, and just about kept."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from kitchen import gates
from kitchen.case import Clues, Finding, Served
from kitchen.gates import Rules
from kitchen.parties import Guest, Party, by_priority, fates, script, table
from kitchen.signs.guests import DEAD_KEPT
from kitchen.trace import Trace
from kitchen.visits import LATER, First, rounds
from kitchen.world.ledger import Ledger
from kitchen.world.outcome import Outcome, Raised
from tests.ledgers import Line, events, visit, wait

Promise = Callable[[Rules, Served], Finding]

QUIET = 100.0
"""When the second round begins."""

TIMEOUT = Raised("TimeoutError", "")

HOLDER, LAST, URGENT = Guest(1, 5, 0.0), Guest(2, 3, 0.05), Guest(3, 1, 0.1)
CAST = HOLDER, LAST, URGENT
GOOD = [*visit(1, 0.0, 0.0, 0.3), *visit(3, 0.1, 0.3, 0.4), *visit(2, 0.05, 0.4, 0.5)]
"""One place: the holder, then the most urgent, then the last."""


def all_there(places: int) -> list[Line]:
    """A second round in which as many as there are places go in, and one more after them."""
    lines: list[Line] = []
    for n in range(places + 1):
        came = 0.03 * n
        entered = came if n < places else 0.2
        lines += visit(LATER + n, came, entered, entered + 0.2)
    return lines


class Evening:
    """A service as it is judged: who came to the gate, and what became of them."""

    def __init__(
        self,
        guests: Sequence[Guest],
        lines: Sequence[Line],
        *,
        places: int = 1,
        later: Sequence[Line] | None = None,
        raised: Mapping[int, Raised] | None = None,
    ) -> None:
        first = First("line", "by hand", places, Party(tuple(guests)))
        self.rules = Rules(lambda number: first, by_priority)
        coming = sorted(guests, key=lambda guest: guest.comes)
        numbers = [guest.number for guest in coming] + [LATER + n for n in range(places + 1)]
        calls = {number: call for call, number in enumerate(numbers)}
        happened = events(lines, calls=calls)
        second = all_there(places) if later is None else later
        happened += events(second, calls=calls, round=1, start=QUIET)
        errors = {calls[guest]: error for guest, error in (raised or {}).items()}
        service = self.rules.service(1)
        self.served = Served(service, Ledger(happened), Outcome("finished"), errors=errors)

    def put(self, promise: Promise) -> Finding:
        return promise(self.rules, self.served)


def judged(promise: Promise, guests: Sequence[Guest], *lines: Line, **more: Any) -> str:
    """'kept', or the figure that says what is wrong."""
    finding = Evening(guests, lines, **more).put(promise)
    return "kept" if finding.passed else finding.figure


PROMISES: tuple[Promise, ...] = (
    gates.within_places,
    gates.right_one_next,
    gates.leaving_costs_nothing,
    gates.places_are_kept,
    gates.errors_pass,
    gates.nobody_slips_past,
    gates.locked_is_true,
    gates.told_in_time,
    gates.stay_is_not_cut,
    gates.no_patience,
)

every_promise = pytest.mark.parametrize("promise", PROMISES, ids=lambda p: p.__name__)


@every_promise
def test_a_good_evening_keeps_every_promise(promise: Promise) -> None:
    assert judged(promise, CAST, *GOOD) == "kept"


@every_promise
def test_a_good_evening_of_two_places_keeps_every_promise(promise: Promise) -> None:
    lines = [*visit(1, 0.0, 0.0, 0.3), *visit(2, 0.05, 0.05, 0.2), *visit(3, 0.1, 0.2, 0.5)]
    assert judged(promise, CAST, *lines, places=2) == "kept"


@pytest.mark.parametrize(
    ("promise", "says"),
    [
        (gates.within_places, "nobody got in"),
        (gates.right_one_next, "guest 1 never in"),
        (gates.leaving_costs_nothing, "guest 1 never in"),
        (gates.places_are_kept, "0 of 1 place left"),
        (gates.errors_pass, "guest 1 never in"),
        (gates.nobody_slips_past, "kept"),
        (gates.locked_is_true, "kept"),
        (gates.told_in_time, "guest 1 never in"),
        (gates.stay_is_not_cut, "kept"),
        (gates.no_patience, "guest 1 never in"),
    ],
)
def test_what_an_empty_ledger_says(promise: Promise, says: str) -> None:
    assert judged(promise, CAST, later=()) == says


@pytest.mark.parametrize(
    ("promise", "says"),
    [
        (gates.within_places, "kept"),
        (gates.right_one_next, "guest 2 never in"),
        (gates.leaving_costs_nothing, "guest 2 never in"),
        (gates.places_are_kept, "0 of 1 place left"),
        (gates.errors_pass, "guest 2 never in"),
        (gates.nobody_slips_past, "kept"),
        (gates.told_in_time, "guest 2 never in"),
        (gates.stay_is_not_cut, "kept"),
        (gates.no_patience, "guest 2 never in"),
    ],
)
def test_what_a_service_says_that_was_broken_off_with_one_inside(
    promise: Promise, says: str
) -> None:
    lines: list[Line] = [(0.0, "came", 1), (0.0, "asked", 1), *wait(2, 0.05), *wait(3, 0.1)]
    assert judged(promise, CAST, *lines, later=()) == says


# --- never more inside than there are places -----------------------------------------------------


def test_as_many_inside_as_there_are_places_is_no_more_than_that() -> None:
    inside = [*visit(1, 0.0, 0.0, 0.3), *visit(2, 0.05, 0.05, 0.3), *visit(3, 0.1, 0.1, 0.3)]
    assert judged(gates.within_places, CAST, *inside, places=3) == "kept"
    finding = Evening(CAST, inside, places=2).put(gates.within_places)
    says = "At one moment 3 were inside, and there are 2 places."
    assert finding == Finding(False, "peak 3", says)


def test_who_goes_in_as_another_leaves_is_not_inside_with_him() -> None:
    lines: list[Line] = [
        (0.0, "asked", 1),
        (0.1, "delivered", 1),
        (0.1, "asked", 2),
        (0.2, "delivered", 2),
    ]
    assert judged(gates.within_places, CAST, *lines) == "kept"
    lines[1], lines[2] = lines[2], lines[1]
    assert judged(gates.within_places, CAST, *lines) == "peak 2"


def test_one_too_many_in_the_second_round_is_one_too_many() -> None:
    later = [*visit(LATER, 0.0, 0.0, 0.2), *visit(LATER + 1, 0.03, 0.03, 0.23)]
    assert judged(gates.within_places, CAST, *GOOD, later=later) == "peak 2"


def test_where_nobody_got_in_the_first_error_is_told() -> None:
    lines = wait(1, 0.0, 0.0, "raised")
    raised = {1: Raised("AttributeError", "no _line")}
    finding = Evening(CAST, lines, raised=raised, later=()).put(gates.within_places)
    assert (finding.figure, finding.seen) == (
        "nobody got in",
        "Nobody ever got in. The first got AttributeError: no _line.",
    )


# --- the right one is next -----------------------------------------------------------------------


def test_a_less_urgent_one_let_in_first_is_not_the_right_one() -> None:
    lines = [*visit(1, 0, 0, 0.3), *visit(2, 0.05, 0.3, 0.4), *visit(3, 0.1, 0.4, 0.5)]
    finding = Evening(CAST, lines).put(gates.right_one_next)
    assert (finding.passed, finding.figure, finding.seen) == (
        False,
        "guest 2 before 3",
        "Guest 2 (priority 3) got in while guest 3 (priority 1) waited.",
    )


def test_a_later_equal_let_in_first_is_not_the_right_one() -> None:
    equals = HOLDER, Guest(2, 1, 0.05), Guest(3, 1, 0.1)
    finding = Evening(equals, GOOD).put(gates.right_one_next)
    assert (finding.passed, finding.figure, finding.seen) == (
        False,
        "guest 3 before 2",
        "Guest 3 got in before guest 2, who had come earlier and has the same priority, 1.",
    )


def test_two_let_in_within_20_ms_are_in_order_either_way() -> None:
    lines = [*visit(1, 0, 0, 0.3), *visit(2, 0.05, 0.3, 0.4), *visit(3, 0.1, 0.32, 0.5)]
    assert judged(gates.right_one_next, CAST, *lines) == "kept"
    lines = [*visit(1, 0, 0, 0.3), *visit(2, 0.05, 0.3, 0.4), *visit(3, 0.1, 0.320000001, 0.5)]
    assert judged(gates.right_one_next, CAST, *lines) == "guest 2 before 3"


def test_one_who_slips_past_is_another_promises_affair() -> None:
    lines = [*wait(2, 0.05), *visit(3, 0.1, 0.1, 0.2), *visit(1, 0, 0, 0.3)]
    guests = HOLDER, Guest(2, 1, 0.05), Guest(3, 3, 0.1)
    assert judged(gates.right_one_next, guests, *lines, places=2) == "guest 2 never in"
    assert judged(gates.nobody_slips_past, guests, *lines, places=2) == "guest 3 before 2"


def test_a_place_that_stands_free_beside_one_who_waits_is_not_given_at_once() -> None:
    def given(entered: float) -> str:
        lines = [*visit(1, 0, 0, 0.3), *visit(2, 0.05, entered, 0.5)]
        return judged(gates.right_one_next, CAST[:2], *lines)

    assert given(0.32) == "kept"
    assert given(0.320000001) == "free for 0.02 s"
    assert given(0.45) == "free for 0.15 s"


@pytest.mark.parametrize(
    "promise",
    [gates.right_one_next, gates.leaving_costs_nothing, gates.errors_pass, gates.told_in_time,
     gates.no_patience],
)  # fmt: skip
def test_everybody_who_was_not_cancelled_must_be_served(promise: Promise) -> None:
    inside = visit(1, 0.0, 0.0, 0.3)
    two = CAST[:2]
    assert judged(promise, two, *inside, *wait(2, 0.05)) == "guest 2 never in"
    gone = wait(2, 0.05, 0.2, "cancelled")
    assert judged(promise, two, *inside, *gone) == "guest 2 cancelled"
    broke = wait(2, 0.05, 0.2, "raised")
    error = {2: Raised("IndexError", "empty heap")}
    assert judged(promise, two, *inside, *broke, raised=error) == "guest 2: IndexError"
    out = visit(2, 0.05, 0.3, 0.4, "raised")
    assert judged(promise, two, *inside, *out, raised=error) == "guest 2: IndexError"
    assert judged(promise, two, *inside, *broke, raised={2: TIMEOUT}) == "guest 2: TimeoutError"


def test_the_second_round_is_served_too() -> None:
    later = [*visit(LATER, 0.0, 0.0, 0.2), *wait(LATER + 1, 0.03)]
    assert judged(gates.right_one_next, CAST, *GOOD, later=later) == f"guest {LATER + 1} never in"


# --- who leaves the line costs nothing -----------------------------------------------------------

CUT = HOLDER, Guest(2, 1, 0.05, cut=0.2), Guest(3, 3, 0.1)


def leaves(*lines: Line, **more: Any) -> str:
    """Guest 2 is cancelled at 0.2 s, while guest 1 is inside; guest 3 goes in at 0.3 s."""
    others = [*visit(1, 0.0, 0.0, 0.3), *visit(3, 0.1, 0.3, 0.4)]
    return judged(gates.leaving_costs_nothing, CUT, (0.2, "cut", 2), *others, *lines, **more)


def test_who_is_cancelled_while_waiting_is_out_within_20_ms() -> None:
    assert leaves(*wait(2, 0.05, 0.2, "cancelled")) == "kept"
    assert leaves(*wait(2, 0.05, 0.22, "cancelled")) == "kept"
    assert leaves(*wait(2, 0.05, 0.220000001, "cancelled")) == "guest 2 stays"
    assert leaves(*wait(2, 0.05)) == "guest 2 stays"


def test_who_is_cancelled_while_waiting_does_not_get_in_later() -> None:
    assert leaves(*visit(2, 0.05, 0.22, 0.22, "cancelled")) == "kept"
    assert leaves(*visit(2, 0.05, 0.220000001, 0.3, "cancelled")) == "guest 2 got in"
    assert leaves(*visit(2, 0.05, 0.4, 0.5)) == "guest 2 got in"


def test_who_is_cancelled_while_waiting_gets_no_other_error() -> None:
    broke = wait(2, 0.05, 0.2, "raised")
    assert leaves(*broke, raised={2: TIMEOUT}) == "guest 2: TimeoutError"


@pytest.mark.parametrize(
    ("lines", "seen"),
    [
        (wait(2, 0.05), "Guest 2 was cancelled while it waited, and stayed in line."),
        (visit(2, 0.05, 0.4, 0.5), "Guest 2 was cancelled while it waited, and got in later."),
        (wait(2, 0.05, 0.2, "raised"), "Guest 2 got TimeoutError."),
    ],
)
def test_what_became_of_one_cancelled_while_waiting_is_told(lines: list[Line], seen: str) -> None:
    day = [*visit(1, 0.0, 0.0, 0.3), (0.2, "cut", 2), *visit(3, 0.1, 0.3, 0.4), *lines]
    evening = Evening(CUT, day, raised={2: TIMEOUT})
    assert evening.put(gates.leaving_costs_nothing).seen == seen


def test_who_is_cancelled_inside_is_another_promises_affair() -> None:
    guests = Guest(1, 5, 0.0, cut=0.2), LAST
    lines = [*visit(1, 0.0, 0.0, 0.5), (0.2, "cut", 1), *visit(2, 0.05, 0.5, 0.6)]
    assert judged(gates.leaving_costs_nothing, guests, *lines) == "kept"
    assert judged(gates.errors_pass, guests, *lines) == "guest 1 wasn't"


def test_nobody_else_feels_that_one_has_left() -> None:
    def third(*lines: Line) -> str:
        gone = [*wait(2, 0.05, 0.2, "cancelled"), (0.2, "cut", 2)]
        others = visit(1, 0.0, 0.0, 0.3)
        return judged(gates.leaving_costs_nothing, CUT, *gone, *others, *lines)

    assert third(*visit(3, 0.1, 0.32, 0.4)) == "kept"
    assert third(*visit(3, 0.1, 0.4, 0.5)) == "free for 0.10 s"
    assert third(*wait(3, 0.1)) == "guest 3 never in"


# --- a place is never lost, never made -----------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "inside", "says"),
    [
        (1, 1, "kept"),
        (2, 2, "kept"),
        (2, 0, "0 of 2 places left"),
        (2, 1, "1 of 2 places left"),
        (2, 3, "3 of 2 places left"),
        (1, 2, "2 of 1 place left"),
    ],
)
def test_when_all_is_quiet_as_many_can_be_inside_as_there_are_places(
    places: int, inside: int, says: str
) -> None:
    later: list[Line] = []
    for n in range(places + 1):
        came = 0.03 * n
        later += visit(LATER + n, came, came if n < inside else 0.2 + came, 0.2 + came)
    if not inside:
        later = [line for n in range(places + 1) for line in wait(LATER + n, 0.03 * n)]
    guests, day = CAST[:1], visit(1, 0.0, 0.0, 0.3)
    assert judged(gates.places_are_kept, guests, *day, places=places, later=later) == says


def test_what_goes_wrong_in_the_first_round_costs_no_place_in_the_second() -> None:
    assert judged(gates.places_are_kept, CAST, *visit(1, 0, 0, 0.3), *wait(2, 0.05)) == "kept"


def test_who_comes_when_all_is_quiet_must_get_in() -> None:
    later = visit(LATER, 0.0, 0.0, 0.2)
    never = f"guest {LATER + 1} never in"
    assert judged(gates.places_are_kept, CAST, *GOOD, later=later) == never


# --- errors pass ---------------------------------------------------------------------------------

BAD = HOLDER, Guest(2, 3, 0.05, error="Spoiled"), URGENT
FIRST = [*visit(1, 0, 0, 0.2), *visit(3, 0.1, 0.2, 0.3)]
SPOILED = {2: Raised("Spoiled", "2")}


def test_an_error_inside_comes_out_as_it_is() -> None:
    out = visit(2, 0.05, 0.3, 0.4, "raised")
    assert judged(gates.errors_pass, BAD, *FIRST, *out, (0.4, "same", 2, 1), raised=SPOILED) == (
        "kept"
    )


@pytest.mark.parametrize("mark", [[(0.4, "same", 2, 0)], []], ids=["another", "not told"])
def test_another_error_is_not_the_one_that_was_raised(mark: list[Line]) -> None:
    out = visit(2, 0.05, 0.3, 0.4, "raised")
    wrapped = {2: Raised("RuntimeError", "the gate")}
    finding = Evening(BAD, [*FIRST, *out, *mark], raised=wrapped).put(gates.errors_pass)
    assert (finding.passed, finding.figure, finding.seen) == (
        False,
        "guest 2",
        "Guest 2 raised Spoiled inside; what came out was RuntimeError: the gate.",
    )


def test_an_error_that_is_swallowed_does_not_come_out() -> None:
    lines = [*FIRST, *visit(2, 0.05, 0.3, 0.4), (0.4, "same", 2, 0)]
    finding = Evening(BAD, lines).put(gates.errors_pass)
    assert (finding.passed, finding.seen) == (
        False,
        "Guest 2 raised Spoiled inside; what came out was nothing.",
    )


def test_who_is_cancelled_inside_ends_so_within_20_ms() -> None:
    guests = Guest(1, 5, 0.0, cut=0.2), LAST

    def ends(left: float, end: str, **more: Any) -> str:
        lines = [*visit(1, 0, 0, left, end), (0.2, "cut", 1), *visit(2, 0.05, left, 0.6)]
        return judged(gates.errors_pass, guests, *lines, **more)

    assert ends(0.2, "cancelled") == "kept"
    assert ends(0.22, "cancelled") == "kept"
    assert ends(0.220000001, "cancelled") == "guest 1 wasn't"
    assert ends(0.2, "returned") == "guest 1 wasn't"
    assert ends(0.2, "raised", raised={1: TIMEOUT}) == "guest 1 wasn't"


def test_what_came_out_in_place_of_a_cancellation_is_told() -> None:
    guests = (Guest(1, 5, 0.0, cut=0.2),)
    lines = [*visit(1, 0, 0, 0.2, "raised"), (0.2, "cut", 1)]
    finding = Evening(guests, lines, raised={1: TIMEOUT}).put(gates.errors_pass)
    assert finding.seen == "Guest 1 was cancelled inside. Guest 1 got TimeoutError."


def test_after_an_error_the_place_is_given_on() -> None:
    out: list[Line] = [*visit(1, 0, 0, 0.2, "raised"), (0.2, "same", 1, 1)]
    guests = Guest(1, 5, 0.0, error="Spoiled"), LAST
    raised = {1: Raised("Spoiled", "1")}
    for entered, says in ((0.2, "kept"), (0.22, "kept"), (0.3, "free for 0.10 s")):
        lines = [*out, *visit(2, 0.05, entered, 0.5)]
        assert judged(gates.errors_pass, guests, *lines, raised=raised) == says
    assert judged(gates.errors_pass, guests, *out, *wait(2, 0.05), raised=raised) == (
        "guest 2 never in"
    )


# --- nobody slips past ---------------------------------------------------------------------------


def slips(priority: int, entered: float = 0.3) -> str:
    """Guest 3 comes at 0.3 s, as the holder leaves; guest 2, of priority 3, waits since 0.05 s."""
    guests = HOLDER, LAST, Guest(3, priority, 0.3)
    lines = [*visit(1, 0, 0, 0.3), *visit(3, 0.3, entered, 0.5), *visit(2, 0.05, 0.5, 0.6)]
    return judged(gates.nobody_slips_past, guests, *lines)


def test_a_newcomer_goes_behind_those_as_urgent_as_itself() -> None:
    assert slips(4) == slips(3) == "guest 3 before 2"
    assert slips(2) == "kept"


def test_who_has_waited_for_more_than_20_ms_is_no_newcomer() -> None:
    assert slips(3, 0.32) == "guest 3 before 2"
    assert slips(3, 0.320000001) == "kept"


def test_who_finds_nobody_waiting_may_walk_in() -> None:
    guests = HOLDER, LAST, Guest(3, 9, 0.3)
    lines = [*visit(1, 0, 0, 0.3), *visit(2, 0.05, 0.3, 0.5), *visit(3, 0.3, 0.3, 0.5)]
    assert judged(gates.nobody_slips_past, guests, *lines, places=2) == "kept"


# --- locked() tells the truth --------------------------------------------------------------------


def locked(at: float, says: object, *lines: Line, places: int = 1) -> str:
    guests = HOLDER, LAST
    return judged(gates.locked_is_true, guests, *lines, (at, "locked", 0, says), places=places)


@pytest.mark.parametrize(
    ("at", "full"), [(0.05, False), (0.1, True), (0.2, True), (0.3, False), (0.4, False)]
)
def test_it_is_locked_from_going_in_until_leaving(at: float, full: bool) -> None:
    stay = visit(1, 0.1, 0.1, 0.3)
    wrong = "said locked" if not full else "said not locked"
    assert locked(at, int(full), *stay) == "kept"
    assert locked(at, int(not full), *stay) == wrong


def test_it_is_locked_when_every_place_is_taken() -> None:
    stays = [*visit(1, 0, 0, 0.4), *visit(2, 0.05, 0.05, 0.2)]
    assert locked(0.1, 1, *stays, places=2) == locked(0.3, 0, *stays, places=2) == "kept"
    assert locked(0.1, 0, *stays, places=2) == "said not locked"
    assert locked(0.3, 1, *stays, places=2) == "said locked"


def test_one_who_never_leaves_keeps_it_locked() -> None:
    inside: list[Line] = [(0.0, "came", 1), (0.0, "asked", 1)]
    assert locked(5.0, 1, *inside) == "kept"
    assert locked(5.0, 0, *inside) == "said not locked"


def test_an_empty_gate_is_not_locked() -> None:
    assert locked(0.1, 0) == "kept"
    assert locked(0.1, 1) == "said locked"


def test_an_error_is_no_answer() -> None:
    assert locked(0.1, "TypeError") == "raised TypeError"


def test_every_look_of_every_round_is_judged_by_its_own_round() -> None:
    looks: list[Line] = [(0.2, "locked", 0, 1), (0.6, "locked", 1, 0)]
    right, wrong = (0.15, "locked", 0, 1), (0.15, "locked", 0, 0)
    quiet = all_there(1)
    assert judged(gates.locked_is_true, CAST, *GOOD, *looks, later=[*quiet, right]) == "kept"
    assert judged(gates.locked_is_true, CAST, *GOOD, *looks, later=[*quiet, wrong]) == (
        "said not locked"
    )
    late: list[Line] = [looks[0], (0.6, "locked", 1, 1)]
    assert judged(gates.locked_is_true, CAST, *GOOD, *late) == "said locked"


def test_the_moment_of_a_look_is_told_from_the_beginning_of_its_round() -> None:
    later: list[Line] = [*all_there(2), (0.15, "locked", 0, 0)]
    finding = Evening(CAST[:1], visit(1, 0, 0, 0.3), places=2, later=later).put(
        gates.locked_is_true
    )
    assert finding.seen == "At 0.15 s 2 of 2 places were taken; `locked()` said not locked."


# --- told in time --------------------------------------------------------------------------------


def patient(ttl: float | None, *lines: Line, error: Raised = TIMEOUT, **more: Any) -> Finding:
    """Guest 2 comes at 0.1 s and waits for `ttl`; guest 1 is inside until 1 s."""
    guests = HOLDER, Guest(2, 1, 0.1, more=(ttl,), **more)
    day = [*visit(1, 0.0, 0.0, 1.0), *lines]
    return Evening(guests, day, raised={2: error}).put(gates.told_in_time)


@pytest.mark.parametrize(
    ("gone", "figure"),
    [
        (0.4, "worst +0.00 s"),
        (0.42, "worst +0.02 s"),
        (0.420000001, "0.02 s late"),
        (0.5, "0.10 s late"),
        (0.38, "worst +0.00 s"),
        (0.379999999, "0.02 s early"),
        (0.1, "0.30 s early"),
    ],
)
def test_who_has_no_place_is_told_within_20_ms_of_the_end_of_its_patience(
    gone: float, figure: str
) -> None:
    finding = patient(0.3, *wait(2, 0.1, gone, "raised"))
    assert (finding.passed, finding.figure) == (figure.startswith("worst"), figure)


@pytest.mark.parametrize(
    ("entered", "says"),
    [(0.2, "worst +0.00 s"), (0.42, "worst +0.00 s"), (0.420000001, "0.02 s late")],
)
def test_who_gets_in_gets_in_before_its_patience_has_ended(entered: float, says: str) -> None:
    lines = [*visit(1, 0.0, 0.0, entered), *visit(2, 0.1, entered, 0.6)]
    guests = HOLDER, Guest(2, 1, 0.1, more=(0.3,))
    assert Evening(guests, lines).put(gates.told_in_time).figure == says


def test_who_is_not_told_at_all_is_named() -> None:
    def says(*lines: Line, **more: Any) -> tuple[str, str]:
        finding = patient(0.3, *lines, **more)
        assert not finding.passed
        return finding.figure, finding.seen

    assert says(*wait(2, 0.1)) == ("guest 2 waits", "Guest 2 still waits, after its ttl of 0.3 s.")
    assert says(*wait(2, 0.1, 0.4, "returned")) == (
        "guest 2 wasn't told",
        "Guest 2 got no place, and no TimeoutError at the end of its ttl of 0.3 s.",
    )
    assert says(*wait(2, 0.1, 0.4, "cancelled"))[0] == "guest 2 wasn't told"
    other = Raised("LookupError", "gone")
    assert says(*wait(2, 0.1, 0.4, "raised"), error=other) == (
        "guest 2: LookupError",
        "Guest 2 got LookupError: gone.",
    )


def test_who_was_cancelled_by_then_need_not_be_told() -> None:
    def cut(at: float) -> bool:
        lines = [*wait(2, 0.1, at, "cancelled"), (at, "cut", 2)]
        return patient(0.3, *lines, cut=at).passed

    assert cut(0.2)
    assert cut(0.419999999)
    assert not cut(0.42)


def test_who_never_came_is_told_nothing_and_missed() -> None:
    assert patient(0.3).figure == "guest 2 never in"


def test_without_a_ttl_nobody_is_told() -> None:
    lines = wait(2, 0.1, 0.4, "raised")
    assert patient(None, *lines).figure == "guest 2: TimeoutError"
    assert patient(None, *visit(2, 0.1, 1.0, 1.2)).figure == "worst +0.00 s"


def test_the_worst_of_all_who_were_told_is_the_figure() -> None:
    guests = HOLDER, Guest(2, 1, 0.1, more=(0.3,)), Guest(3, 1, 0.2, more=(0.3,))
    lines = [
        *visit(1, 0, 0, 1.0),
        *wait(2, 0.1, 0.415, "raised"),
        *wait(3, 0.2, 0.505, "raised"),
    ]
    evening = Evening(guests, lines, raised={2: TIMEOUT, 3: TIMEOUT})
    assert evening.put(gates.told_in_time) == Finding(True, "worst +0.01 s")


# --- the stay is not cut -------------------------------------------------------------------------


def test_a_guest_inside_is_not_disturbed() -> None:
    guests = (Guest(1, 1, 0.0, more=(0.1,)),)
    stays = judged(gates.stay_is_not_cut, guests, *visit(1, 0, 0, 0.6))
    assert stays == "kept"
    finding = Evening(guests, visit(1, 0.0, 0.05, 0.15, "cancelled")).put(gates.stay_is_not_cut)
    assert (finding.passed, finding.figure, finding.seen) == (
        False,
        "thrown out after 0.10 s",
        "Guest 1 was inside, and thrown out after 0.10 s.",
    )


def test_who_leaves_by_its_own_error_or_was_cancelled_is_not_thrown_out() -> None:
    guests = (Guest(1, 1, 0.0, more=(0.1,)),)
    raises = [*visit(1, 0, 0, 0.1, "raised"), (0.1, "same", 1, 1)]
    assert judged(gates.stay_is_not_cut, guests, *raises) == "kept"
    cancelled = [*visit(1, 0, 0, 0.1, "cancelled"), (0.1, "cut", 1)]
    assert judged(gates.stay_is_not_cut, guests, *cancelled) == "kept"


# --- no patience ---------------------------------------------------------------------------------


def hasty(*lines: Line, ttl: float = 0, places: int = 1, **more: Any) -> str:
    """Guest 2 comes at 0.5 s with a ttl of 0 or less, to whatever stands in the lines."""
    guests = HOLDER, Guest(2, 1, 0.5, more=(ttl,)), Guest(3, 1, 0.1, more=(None,))
    lines = (*lines, *visit(3, 2.0, 2.0, 2.1)) if not _names(3, lines) else lines
    lines = (*lines, *visit(1, 3.0, 3.0, 3.1)) if not _names(1, lines) else lines
    return judged(gates.no_patience, guests, *lines, places=places, raised={2: TIMEOUT}, **more)


def _names(guest: int, lines: Sequence[Line]) -> bool:
    return any(line[2] == guest for line in lines)


TOLD = wait(2, 0.5, 0.5, "raised")
IN = visit(2, 0.5, 0.5, 0.6)


@pytest.mark.parametrize("ttl", [0, -1])
def test_where_all_is_taken_one_without_patience_is_told(ttl: int) -> None:
    taken = visit(1, 0.0, 0.0, 1.0)
    assert hasty(*taken, *TOLD, ttl=ttl) == "kept"
    assert hasty(*taken, *visit(2, 0.5, 1.0, 1.1), ttl=ttl) == "guest 2 got in"
    assert hasty(*taken, *IN, ttl=ttl) == "guest 2 got in"
    assert hasty(*taken, *wait(2, 0.5), ttl=ttl) == "guest 2 waits"
    assert hasty(*taken, *wait(2, 0.5, 0.5, "returned"), ttl=ttl) == "guest 2 wasn't told"


def test_where_a_place_is_free_one_without_patience_goes_in() -> None:
    assert hasty(*IN) == "kept"
    assert hasty(*TOLD) == "guest 2 not in"
    assert hasty(*visit(1, 0.0, 0.0, 0.4), *IN) == "kept"
    assert hasty(*visit(1, 0.0, 0.0, 0.4), *TOLD) == "guest 2 not in"
    assert hasty(*visit(1, 0.0, 0.0, 1.0), *TOLD, places=2) == "guest 2 not in"


def test_before_those_who_wait_one_without_patience_does_not_go_in() -> None:
    waits = visit(3, 0.1, 0.9, 1.0)
    assert hasty(*waits, *TOLD) == "kept"
    assert hasty(*waits, *IN) == "guest 2 got in"


@pytest.mark.parametrize("left", [0.48, 0.5, 0.52])
def test_within_20_ms_of_a_leaving_both_are_right(left: float) -> None:
    stay = visit(1, 0.0, 0.0, left)
    assert hasty(*stay, *IN) == hasty(*stay, *TOLD) == "kept"


@pytest.mark.parametrize("entered", [0.48, 0.5, 0.52])
def test_within_20_ms_of_an_entering_both_are_right(entered: float) -> None:
    stay = visit(1, entered, entered, 1.0)
    assert hasty(*stay, *IN) == hasty(*stay, *TOLD) == "kept"


def test_beyond_20_ms_of_a_leaving_only_one_is() -> None:
    early, late = visit(1, 0.0, 0.0, 0.479999999), visit(1, 0.0, 0.0, 0.520000001)
    assert hasty(*early, *TOLD) == "guest 2 not in"
    assert hasty(*late, *IN) == "guest 2 got in"


def test_beyond_20_ms_of_an_entering_only_one_is() -> None:
    early, late = visit(1, 0.4, 0.479999999, 1.0), visit(1, 0.520000001, 0.520000001, 1.0)
    assert hasty(*early, *IN) == "guest 2 got in"
    assert hasty(*late, *TOLD) == "guest 2 not in"


def test_another_error_is_not_what_one_without_patience_is_to_be_told() -> None:
    guests = HOLDER, Guest(2, 1, 0.5, more=(0,))
    lines = [*visit(1, 0.0, 0.0, 1.0), *TOLD]
    raised = {2: Raised("QueueFull", "")}
    assert judged(gates.no_patience, guests, *lines, raised=raised) == "guest 2: QueueFull"


def test_who_has_patience_or_no_ttl_at_all_is_not_meant() -> None:
    for more in ((0.1,), (None,), ()):
        guests = HOLDER, Guest(2, 1, 0.5, more=more)
        lines = [*visit(1, 0.0, 0.0, 1.0), *visit(2, 0.5, 1.0, 1.1)]
        assert judged(gates.no_patience, guests, *lines) == "kept"


# --- the rules -----------------------------------------------------------------------------------


def test_a_service_is_what_its_number_stands_for() -> None:
    small = First("line", "by hand", 1, Party((HOLDER, LAST)))
    large = First("leaves", "of three", 2, Party(CAST, looks=(0.2,)))
    rules = Rules(lambda number: large if number == 7 else small, by_priority)
    service = rules.service(7)
    assert (service.number, service.kind, service.title) == (7, "leaves", "of three")
    assert service.script == script(rounds(large))
    assert service.conditions.fates == fates(rounds(large))
    assert service.conditions.limit > len(CAST)
    assert (service.stage, service.given[0], rules.places(service)) == ("gate", 2, 2)
    assert rules.service(7, (2,)).script == script(rounds(large, (2,)))


def test_the_rank_of_the_rules_decides_who_is_next() -> None:
    evening = Evening(CAST, [*visit(1, 0, 0, 0.3), *visit(2, 0.05, 0.3, 0.4), *wait(3, 0.1)])
    assert not evening.put(gates.right_one_next).passed
    upside_down = evening.rules._replace(rank=lambda story, moment: -story.guest.priority)
    assert gates.right_one_next(upside_down, evening.served).figure == "guest 3 never in"


def test_the_picture_is_of_the_round_in_which_it_was_seen() -> None:
    evening = Evening(CAST, GOOD)
    told = evening.rules.told(evening.served)
    assert evening.rules.picture(Clues(evening.served, Trace(), "", 0)) == table(told, 0)
    assert len(table(told, 0)) == 1 + len(CAST)
    later = Clues(evening.served, Trace(), "", 0, round=1)
    assert evening.rules.picture(later) == table(told, 1) != table(told, 0)


def test_who_is_kept_is_told_by_what_was_found_and_not_by_what_a_replay_needs_for_itself() -> None:
    # Tracing takes memory of its own, in the very service that counts it.
    evening = Evening(CAST, [(0.5, "objects", 0, 90_000)])
    counted = gates.memory_is_freed(evening.served, 10_000, 5_000)
    assert counted.figure == "90000 more objects"
    for found, named in ((counted, True), (Finding(False, "a place lost"), False)):
        clues = Clues(evening.served, Trace(), "", 0, finding=found)
        assert (DEAD_KEPT.sign(clues) is not None) == named
