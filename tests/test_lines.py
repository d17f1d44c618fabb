"""What is said of a line before cooks: who was passed over, and when a cook had nothing to do."""

import math
from collections.abc import Sequence
from functools import partial

import pytest

from kitchen import lines, parties
from kitchen.lines import Wait, idle, overtaken, seconds, table
from kitchen.parties import Guest, Story, by_priority, idle_places
from kitchen.world import chance
from kitchen.world.ledger import Event, Ledger
from tests.ledgers import Line, events, ledger, ns

NEVER = math.inf


def wait(
    number: int, rank: int, since: float, until: float, turn: int | None = None, taken: bool = True
) -> Wait:
    """One in line; unless said otherwise they came in order of their numbers."""
    moment = until if until == NEVER else ns(until)
    return Wait(number, rank, ns(since), number if turn is None else turn, moment, taken)


def left(number: int, rank: int, since: float, until: float) -> Wait:
    """One who left the line, or is in it still, and was never taken."""
    return wait(number, rank, since, until, taken=False)


def passed(*waits: Wait) -> list[tuple[int, int]]:
    """Who was taken before whom."""
    return [(pair.first.number, pair.passed.number) for pair in overtaken(waits)]


# --- who waits, and who is next ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "until", "lasts"),
    [
        (0.0, 1.0, True),
        (0.0, NEVER, True),
        (0.48, 1.0, True),
        (0.480000001, 1.0, False),
        (0.5, 1.0, False),
        (0.6, 1.0, False),
        (0.0, 0.520000001, True),
        (0.0, 0.52, False),
        (0.0, 0.5, False),
        (0.0, 0.4, False),
    ],
)
def test_one_waits_at_a_moment_from_20_ms_after_it_came_to_20_ms_before_it_went(
    since: float, until: float, lasts: bool
) -> None:
    assert wait(1, 0, since, until).lasts_at(ns(0.5)) is lasts


@pytest.mark.parametrize(
    ("one", "other", "before"),
    [
        (wait(1, 1, 0.5, 1), wait(2, 2, 0.0, 1), True),  # the lower rank, whenever it came
        (wait(1, 2, 0.0, 1), wait(2, 1, 0.5, 1), False),
        (wait(1, 1, 0.5, 1), wait(2, 1, 0.5, 1), True),  # in one moment: by turn
        (wait(2, 1, 0.5, 1), wait(1, 1, 0.5, 1), False),
        (wait(2, 1, 0.0, 1), wait(1, 1, 0.5, 1), False),  # a turn that is known decides alone
        (wait(1, 1, 0.0, 1, turn=0), wait(2, 1, 0.020000001, 1), True),
        (wait(1, 1, 0.0, 1, turn=0), wait(2, 1, 0.02, 1), False),
        (wait(1, 1, 0.0, 1), wait(2, 1, 0.020000001, 1, turn=0), True),
        (wait(2, 1, 0.0, 1, turn=0), wait(1, 1, 0.0, 1, turn=0), False),
    ],
)
def test_the_lower_rank_is_first_then_the_turn_then_who_came_20_ms_earlier(
    one: Wait, other: Wait, before: bool
) -> None:
    assert one.before(other) is before


# --- overtaken -----------------------------------------------------------------------------------


def test_nobody_is_overtaken_in_a_line_in_order() -> None:
    assert passed() == []
    assert passed(wait(1, 5, 0, 0), wait(2, 1, 0.1, 0.5), wait(3, 1, 0.2, 0.6)) == []
    assert passed(wait(1, 3, 0.0, 0.6), wait(2, 1, 0.1, 0.5)) == []


def test_a_less_urgent_one_taken_first_is_a_start_out_of_turn() -> None:
    (pair,) = overtaken([wait(1, 3, 0.0, 0.5), wait(2, 1, 0.1, 0.6)])
    assert (pair.first.number, pair.passed.number, pair.equals) == (1, 2, False)


def test_a_later_one_of_the_same_rank_taken_first_is_a_start_out_of_turn() -> None:
    (pair,) = overtaken([wait(1, 4, 0.0, 0.6), wait(2, 4, 0.1, 0.5)])
    assert (pair.first.number, pair.passed.number, pair.equals) == (2, 1, True)


def test_every_start_and_everyone_passed_over_is_told() -> None:
    waits = (wait(1, 9, 0, 0.5), wait(2, 8, 0, 0.6), wait(3, 1, 0, 0.7), wait(4, 2, 0, 0.8))
    assert passed(*waits) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4)]


def test_one_that_is_never_taken_is_passed_over_all_the_same_and_passes_nobody() -> None:
    assert passed(wait(1, 3, 0.0, 0.5), left(2, 1, 0.1, NEVER)) == [(1, 2)]
    assert passed(left(1, 3, 0.0, 0.5), wait(2, 1, 0.1, 0.6)) == []


def test_one_that_left_the_line_is_passed_over_only_while_it_was_in_it() -> None:
    assert passed(wait(1, 3, 0.0, 0.5), left(2, 1, 0.1, 0.52)) == []
    assert passed(wait(1, 3, 0.0, 0.5), left(2, 1, 0.1, 0.520000001)) == [(1, 2)]


def test_one_that_came_within_20_ms_of_a_start_is_not_passed_over_by_it() -> None:
    assert passed(wait(1, 3, 0.0, 0.5), wait(2, 1, 0.480000001, 0.6)) == []
    assert passed(wait(1, 3, 0.0, 0.5), wait(2, 1, 0.48, 0.6)) == [(1, 2)]


def test_two_taken_within_20_ms_may_be_taken_in_any_order() -> None:
    assert passed(wait(1, 3, 0.0, 0.5), wait(2, 1, 0.1, 0.52)) == []
    assert passed(wait(1, 3, 0.0, 0.5), wait(2, 1, 0.1, 0.520000001)) == [(1, 2)]


# --- idle ----------------------------------------------------------------------------------------


def free(ledger: Ledger, *waits: Wait, places: int = 1) -> list[tuple[int, float, float]]:
    """Who waited while a cook was free, from when to when, in seconds."""
    return [
        (one.waiting.number, one.since / 1e9, one.until / 1e9)
        for one in idle(waits, ledger, places)
    ]


def cooked(number: int, begun: float, done: float, how: str = "delivered") -> list[Line]:
    return [(begun, "asked", number), (done, how, number)]


def test_a_line_without_gaps_leaves_no_cook_idle() -> None:
    day = ledger(*cooked(1, 0.0, 0.1), *cooked(2, 0.1, 0.2), *cooked(3, 0.2, 0.3))
    assert free(day, wait(1, 0, 0, 0), wait(2, 0, 0, 0.1), wait(3, 0, 0.05, 0.2)) == []
    assert free(day) == []


def test_a_cook_may_have_nothing_to_do_for_20_ms_and_no_longer() -> None:
    def gap(until: float) -> list[tuple[int, float, float]]:
        day = ledger(*cooked(1, 0.0, 0.1), *cooked(2, until, 0.5))
        return free(day, wait(1, 0, 0, 0), wait(2, 0, 0.05, until))

    assert gap(0.12) == []
    assert gap(0.120000001) == [(2, 0.1, 0.120000001)]


def test_where_nothing_is_cooked_the_cook_is_free_all_the_time() -> None:
    assert free(ledger(), left(1, 0, 0.3, NEVER)) == [(1, 0.3, NEVER)]
    assert free(ledger(), left(1, 0, 0.3, 0.4)) == [(1, 0.3, 0.4)]
    assert free(ledger(), left(1, 0, 0.3, 0.32)) == []


def test_the_wait_counts_from_when_it_came_not_from_when_the_cook_was_free() -> None:
    day = ledger(*cooked(1, 0.0, 0.1), *cooked(2, 0.5, 0.6))
    assert free(day, wait(2, 0, 0.3, 0.5)) == [(2, 0.3, 0.5)]
    assert free(day, wait(2, 0, 0.48, 0.5)) == []


def test_a_wait_that_never_ends_is_told_to_have_no_end() -> None:
    assert free(ledger(*cooked(1, 0.0, 0.1)), left(2, 0, 0.0, NEVER)) == [(2, 0.1, NEVER)]


def test_a_dish_that_is_never_done_keeps_its_cook() -> None:
    day = ledger((0.0, "asked", 1))
    assert free(day, left(2, 0, 0.0, NEVER)) == []
    assert free(day, left(2, 0, 0.0, NEVER), places=2) == [(2, 0.0, NEVER)]


@pytest.mark.parametrize("how", ["delivered", "failed", "hung up", "sent away"])
def test_whatever_ends_a_dish_frees_its_cook(how: str) -> None:
    assert free(ledger(*cooked(1, 0.0, 0.1, how)), left(2, 0, 0.0, 0.3)) == [(2, 0.1, 0.3)]


def test_one_cook_of_two_is_enough_to_be_idle_and_both_busy_are_not() -> None:
    day = ledger(*cooked(1, 0.0, 0.4), *cooked(2, 0.0, 0.1), *cooked(3, 0.2, 0.4))
    assert free(day, wait(3, 0, 0.0, 0.2), left(4, 0, 0.25, 0.4), places=2) == [(3, 0.1, 0.2)]


def test_two_cooks_who_pause_one_after_the_other_are_two_short_pauses() -> None:
    day = ledger(
        *cooked(1, 0.0, 0.1), *cooked(2, 0.0, 0.115), *cooked(3, 0.115, 0.3), *cooked(4, 0.13, 0.3)
    )
    assert free(day, wait(4, 0, 0.05, 0.13), places=2) == []
    assert free(day, wait(4, 0, 0.05, 0.13), places=3) == [(4, 0.05, 0.115)]


def test_each_is_told_once_by_its_first_stretch() -> None:
    day = ledger(*cooked(1, 0.0, 0.1), *cooked(2, 0.2, 0.3))
    assert free(day, left(3, 0, 0.0, NEVER), left(4, 0, 0.0, NEVER)) == [
        (3, 0.1, 0.2),
        (4, 0.1, 0.2),
    ]


def test_a_dish_that_takes_no_time_makes_no_gap() -> None:
    day = ledger(*cooked(1, 0.0, 0.0), *cooked(2, 0.0, 0.1), *cooked(3, 0.1, 0.1))
    assert free(day, left(4, 0, 0.0, 0.1)) == []


# --- the twins -----------------------------------------------------------------------------------


def _evening(number: int, places: int) -> tuple[list[Wait], list[Story], Ledger]:
    """The same evening twice: as a line of orders and as guests at a gate. Some are out of turn."""
    draw = partial(chance.draw, "twins", number)
    waits: list[Wait] = []
    told: list[Story] = []
    happened: list[Event] = []
    for one in range(1, 9):
        rank, came = int(3 * draw("rank", one)), round(draw("comes", one), 2)
        until = round(came + 0.3 * draw("waits", one), 2)
        out = round(until + 0.4 * draw("stays", one), 2)
        taken = draw("taken", one) < 0.8
        lines: list[Line] = [(until, "asked", one), (out, "delivered", one)]
        happened += events(lines) if taken else []
        waits.append(wait(one, rank, came, until, taken=taken))
        told.append(
            Story(
                Guest(one, rank, came), 0, one, ns(came), one, ns(until) if taken else None,
                ns(out) if taken else None, None if taken else ns(until), None,
            )
        )  # fmt: skip
    happened.sort(key=lambda event: event.at)
    return waits, told, Ledger(happened)


EVENINGS = [(number, 1 + number % 3) for number in range(60)]


def test_a_line_and_a_gate_tell_of_the_same_ones_passed_over() -> None:
    found = 0
    for number, places in EVENINGS:
        waits, told, _ = _evening(number, places)
        orders = {(p.first.number, p.passed.number) for p in lines.overtaken(waits)}
        guests = {
            (p.first.guest.number, p.passed.guest.number)
            for p in parties.overtaken(told, by_priority)
        }
        assert orders == guests
        found += len(orders)
    assert found > len(EVENINGS)


def test_a_line_and_a_gate_tell_of_the_same_ones_who_waited_before_a_free_place() -> None:
    found = 0
    for number, places in EVENINGS:
        waits, told, day = _evening(number, places)
        orders = {one.waiting.number for one in idle(waits, day, places)}
        guests = {one.waiting.guest.number for one in idle_places(told, places)}
        assert orders == guests
        found += len(orders)
    assert found > len(EVENINGS)


# --- how it is shown -----------------------------------------------------------------------------


@pytest.mark.parametrize(("moment", "shown"), [(0, "0.00 s"), (0.275, "0.28 s"), (12.5, "12.50 s")])
def test_a_moment_is_told_to_a_hundredth(moment: float, shown: str) -> None:
    assert seconds(ns(moment)) == shown


def drawn(waits: Sequence[Wait], *lines: Line) -> list[str]:
    return list(table(waits, ledger(*lines)))


def test_a_line_is_drawn_with_who_waited_was_cooked_and_was_hung_up() -> None:
    waits = [
        wait(1, 5, 0.0, 0.0),
        wait(2, 3, 0.05, 0.2),
        wait(3, 1, 0.05, 0.1),
        left(4, 10, 0.1, NEVER),
    ]
    lines = [*cooked(1, 0.0, 0.1), *cooked(3, 0.1, 0.2), *cooked(2, 0.2, 0.25, "hung up")]
    assert drawn(waits, *lines) == [
        "order  priority  came    begun",
        "    1         5  0.00    0.00    ===========",
        "    2         3  0.05    0.20         ...............=====x",
        "    3         1  0.05    0.10         .....===========",
        "    4        10  0.10    -                 ..............................",
    ]


def test_a_long_evening_is_drawn_in_forty_steps_too() -> None:
    waits = [wait(1, 1, 0.0, 0.0), wait(2, 1, 0.0, 39.0)]
    assert drawn(waits, *cooked(1, 0.0, 39.0), *cooked(2, 39.0, 78.0)) == [
        "order  priority  came    begun",
        "    1         1  0.00    0.00    ====================",
        "    2         1  0.00    39.00   ...................=====================",
    ]


def test_those_who_came_in_one_moment_are_drawn_in_their_turn() -> None:
    waits = [wait(7, 1, 0.0, 0.1, turn=2), wait(9, 1, 0.0, 0.0, turn=1)]
    rows = drawn(waits, *cooked(9, 0.0, 0.1), *cooked(7, 0.1, 0.2))
    assert [row.split()[0] for row in rows] == ["order", "9", "7"]


def test_nobody_in_line_is_no_picture() -> None:
    assert drawn([], *cooked(1, 0.0, 0.1)) == []
