"""Stays at a door whose lock is a lease, from ledgers written by hand: in seconds, and with a lease
of half a second."""

from typing import Any

import pytest

from kitchen import leases
from kitchen.case import Entry, Service
from kitchen.grace import GRACE
from kitchen.leases import NEVER, Stay
from kitchen.world.ledger import Event, Ledger
from kitchen.world.script import Begin, Round
from kitchen.world.supplier import Conditions
from kitchen.world.wire import SECOND
from tests.ledgers import ns

EXPIRE = 0.5
NEARLY = GRACE / SECOND
"""Seconds that nobody is held to."""

JUST = 1e-9

MARKS = ("came", "in", "leaves", "left", "refused", "again")

Line = tuple[float, str, int] | tuple[float, str, int, int]
"""When, what, and who: a visit's number, or a branch's, counted from 1; and how many looks."""

VISITS: Round = tuple(Begin("visit", (number,), stove=number - 1) for number in (1, 2, 3))
"""Three branches, each of which comes once: its visit has its own number."""


def ledger(*lines: Line) -> Ledger:
    made = []
    for at, what, number, *looks in sorted(lines, key=lambda line: line[0]):
        if what in MARKS:
            made.append(Event(ns(at), "mark", 0, number, None, what))
        else:
            kind: Any = what
            item = looks[0] if looks else None
            made.append(Event(ns(at), kind, 0, number - 1, item, "1"))
    return Ledger(made)


def stays(*lines: Line, script: Round = VISITS) -> list[Stay]:
    service = Service(
        1, "even", "by hand", Entry("Lock", ()), Conditions(), (script,), stoves=3, office=True
    )
    return leases.stays(service, ledger(*lines))


def visit(number: int, came: float, entered: float, leaves: float) -> list[Line]:
    """Somebody came, got in, and was out a millisecond after he had begun to leave."""
    return [(came, "came", number), (entered, "in", number), (leaves, "leaves", number),
            (leaves + 0.001, "left", number)]  # fmt: skip


def crash(number: int, came: float, entered: float, killed: float) -> list[Line]:
    """Somebody came, got in, and his branch was killed inside."""
    return [(came, "came", number), (entered, "in", number), (killed, "killed", number)]


# --- stays ----------------------------------------------------------------------------------------


def test_a_visit_is_read_with_all_its_moments() -> None:
    (stay,) = stays(*visit(2, 0.1, 0.2, 0.5))
    assert stay == Stay(2, 1, ns(0.1), ns(0.2), ns(0.5), ns(0.501), False, NEVER, ())
    assert stay.inside
    assert stay.out == ns(0.5)
    assert stay.beginnings == (ns(0.2),)


def test_who_only_waits_has_never_been_inside() -> None:
    (stay,) = stays((0.1, "came", 1))
    assert not stay.inside
    assert (stay.entered, stay.leaves, stay.ended, stay.out) == (NEVER, NEVER, NEVER, NEVER)


def test_stays_are_told_in_the_order_in_which_they_came() -> None:
    found = stays(*visit(3, 0.0, 0.0, 0.1), *visit(1, 0.2, 0.2, 0.3), *visit(2, 0.1, 0.4, 0.5))
    assert [stay.number for stay in found] == [3, 2, 1]


def test_threads_and_visits_that_end_twice_are_visits_of_their_branch() -> None:
    script: Round = (
        Begin("threads", ([1, 2],), stove=1),
        Begin("twice", (3,), stove=2),
        Begin("look", (4,), stove=0),
        Begin("leave", (5,), stove=0),
    )
    came: list[Line] = [(0.1 * number, "came", number) for number in range(1, 6)]
    assert [(stay.number, stay.branch) for stay in stays(*came, script=script)] == [
        (1, 1),
        (2, 1),
        (3, 2),
    ]


def test_the_first_end_of_a_visit_that_ends_twice_is_its_end() -> None:
    for end in ("refused", "left"):
        lines: list[Line] = [*visit(1, 0.0, 0.0, 0.3), (0.31, "again", 1), (0.32, end, 1)]
        (stay,) = stays(*lines)
        assert stay.ended == ns(0.301)


def test_a_release_that_was_refused_ends_a_stay_too() -> None:
    (stay,) = stays((0.0, "came", 1), (0.0, "in", 1), (0.7, "leaves", 1), (0.7, "refused", 1))
    assert stay.refused
    assert stay.ended == ns(0.7)


def test_a_branch_stopped_before_it_came_or_after_it_left_was_not_stopped_in_its_visit() -> None:
    around: list[Line] = [(0.0, "frozen", 1), (0.9, "frozen", 1), (1.0, "killed", 1)]
    (stay,) = stays(*visit(1, 0.1, 0.2, 0.5), *around)
    assert (stay.stopped, stay.frozen) == (NEVER, ())
    within: list[Line] = [(0.15, "frozen", 1), (0.3, "frozen", 1)]
    (stay,) = stays(*visit(1, 0.1, 0.2, 0.5), *around, *within)
    assert (stay.stopped, stay.frozen) == (NEVER, (ns(0.15), ns(0.3)))


def test_another_branch_that_is_stopped_is_another_matter() -> None:
    (stay,) = stays((0.0, "came", 1), (0.0, "in", 1), (0.1, "killed", 2), (0.1, "frozen", 3))
    assert (stay.stopped, stay.frozen) == (NEVER, ())


def test_a_branch_killed_inside_is_out_at_that_moment() -> None:
    (stay,) = stays(*crash(1, 0.0, 0.0, 0.15))
    assert stay.stopped == stay.out == ns(0.15)


# --- two inside -----------------------------------------------------------------------------------


def both(*lines: Line) -> tuple[int, int] | None:
    """The numbers of two who were inside at once, against the rules."""
    found = leases.two_inside(stays(*lines), EXPIRE)
    return None if found is None else (found[0].number, found[1].number)


def test_one_after_the_other_is_never_two() -> None:
    assert both(*visit(1, 0.0, 0.0, 0.3), *visit(2, 0.03, 0.3, 0.6)) is None


def test_two_at_once_are_two_inside_while_the_lease_of_the_first_lives() -> None:
    assert both(*visit(1, 0.0, 0.0, 0.3), *visit(2, 0.03, 0.2, 0.5)) == (1, 2)
    assert both(*visit(2, 0.0, 0.0, 0.3), *visit(1, 0.03, 0.2, 0.5)) == (2, 1)


def test_who_gets_in_between_the_others_leaving_and_having_left_is_alone() -> None:
    lines: list[Line] = [(0.0, "came", 1), (0.0, "in", 1), (0.3, "leaves", 1), (0.4, "left", 1)]
    assert both(*lines, *visit(2, 0.03, 0.35, 0.6)) is None
    assert both(*lines, *visit(2, 0.03, 0.29, 0.6)) == (1, 2)


@pytest.mark.parametrize(
    ("entered", "found"),
    [(EXPIRE, None), (EXPIRE - NEARLY, None), (EXPIRE - NEARLY - JUST, (1, 2)), (0.3, (1, 2))],
)
def test_who_stays_longer_than_its_lease_may_find_another_inside_from_then_on(
    entered: float, found: tuple[int, int] | None
) -> None:
    assert both(*visit(1, 0.0, 0.0, 0.8), *visit(2, 0.03, entered, 0.9)) == found


def test_the_lease_is_counted_from_when_it_was_had_and_not_from_when_it_was_wanted() -> None:
    assert both(*visit(1, 0.0, 0.4, 1.2), *visit(2, 0.03, 0.5, 1.2)) == (1, 2)
    assert both(*visit(1, 0.0, 0.4, 1.2), *visit(2, 0.03, 0.9, 1.2)) is None


def test_a_killed_one_is_inside_until_it_is_killed() -> None:
    assert both(*crash(1, 0.0, 0.0, 0.15), *visit(2, 0.03, 0.16, 0.4)) is None
    assert both(*crash(1, 0.0, 0.0, 0.15), *visit(2, 0.03, 0.14, 0.4)) == (1, 2)


def test_a_lease_may_have_begun_before_its_branch_froze_on_the_way_in() -> None:
    # The first had its lease at 0.05 s, froze, and woke up to be "in" long after it had ended.
    first: list[Line] = [*visit(1, 0.0, 0.7, 0.75), (0.05, "frozen", 1)]
    assert both(*first, *visit(2, 0.03, 0.55, 0.8)) is None
    assert both(*visit(1, 0.0, 0.7, 0.75), *visit(2, 0.03, 0.55, 0.8)) == (2, 1)


def test_to_freeze_on_the_way_in_is_no_leave_to_let_others_in_before_the_lease_is_over() -> None:
    first: list[Line] = [*visit(1, 0.0, 0.7, 0.75), (0.05, "frozen", 1)]
    assert both(*first, *visit(2, 0.03, 0.5, 0.8)) == (2, 1)


def test_to_freeze_inside_makes_no_lease_begin_earlier() -> None:
    lines: list[Line] = [*visit(1, 0.0, 0.0, 0.8), (0.1, "frozen", 1)]
    assert both(*lines, *visit(2, 0.03, 0.4, 0.7)) == (1, 2)
    assert both(*lines, *visit(2, 0.03, 0.5, 0.7)) is None
    assert both(*visit(1, 0.0, 0.0, 0.8), *visit(2, 0.03, 0.4, 1.2), (0.6, "frozen", 2)) == (1, 2)


def test_two_who_are_not_neighbours_are_two_all_the_same() -> None:
    first, third = visit(1, 0.5, 0.6, 1.0), visit(3, 0.5, 0.8, 1.0)
    # The lease of the second was over before the first got in, and it thawed between the two.
    second: list[Line] = [*visit(2, 0.0, 0.7, 0.75), (0.05, "frozen", 2)]
    assert both(*first, *second) is None
    assert both(*second, *third) is None
    assert both(*first, *second, *third) == (1, 3)


def test_who_was_never_in_is_no_second_one() -> None:
    assert both(*visit(1, 0.0, 0.0, 0.3), (0.03, "came", 2), (0.2, "leaves", 2)) is None


# --- how long the next one waited -----------------------------------------------------------------


def delays(*lines: Line) -> dict[int, float]:
    found = leases.delays(stays(*lines), ledger(*lines))
    return {stay.number: round(seconds, 6) for stay, seconds in found}


def test_who_was_there_when_somebody_was_killed_has_waited_since_then() -> None:
    assert delays(*crash(1, 0.0, 0.0, 0.15), *visit(2, 0.03, 0.52, 0.8)) == {2: 0.37}


def test_who_came_later_has_waited_since_it_came() -> None:
    assert delays(*crash(1, 0.0, 0.0, 0.15), *visit(2, 0.3, 0.52, 0.8)) == {2: 0.22}


def test_who_was_behind_another_has_waited_since_that_one_began_to_leave() -> None:
    lines = [*crash(1, 0.0, 0.0, 0.15), *visit(2, 0.03, 0.52, 0.82), *visit(3, 0.06, 0.83, 1.0)]
    assert delays(*lines) == {2: 0.37, 3: 0.01}


def test_who_leaves_later_holds_nobody_up() -> None:
    # The second left after the third had got in: it is no excuse.
    lines = [*crash(1, 0.0, 0.0, 0.15), *visit(2, 0.03, 0.2, 0.9), *visit(3, 0.06, 0.6, 1.0)]
    assert delays(*lines)[3] == 0.45


def test_who_died_inside_is_waited_for_from_its_own_entry() -> None:
    # The first is dead, the second was in then, and dies as well: its lease is one of its own.
    lines = [*crash(1, 0.0, 0.0, 0.15), *crash(2, 0.03, 0.5, 0.9), *visit(3, 0.06, 1.0, 1.2)]
    assert delays(*lines)[3] == 0.5


def test_who_was_in_before_anybody_was_stopped_had_nothing_to_wait_for() -> None:
    assert delays(*visit(1, 0.0, 0.1, 0.3), *visit(2, 0.03, 0.31, 0.5)) == {}
    assert delays(*visit(1, 0.0, 0.0, 0.1), *crash(2, 0.03, 0.1, 0.2)) == {}


def test_who_froze_itself_and_who_never_got_in_are_not_asked() -> None:
    lines: list[Line] = [*visit(2, 0.03, 0.9, 1.0), (0.2, "frozen", 2), (0.05, "came", 3)]
    assert delays(*crash(1, 0.0, 0.0, 0.15), *lines) == {}


def test_a_frozen_one_is_waited_for_as_a_killed_one() -> None:
    lines: list[Line] = [*visit(1, 0.0, 0.0, 0.9), (0.15, "frozen", 1)]
    assert delays(*lines, *visit(2, 0.03, 0.52, 0.8)) == {2: 0.37}


# --- does a lease live? ---------------------------------------------------------------------------


def lives(at: float, *lines: Line) -> bool | None:
    return leases.lives(stays(*lines), ns(at), EXPIRE)


@pytest.mark.parametrize(
    ("at", "lived"),
    [
        (0.05, False),
        (0.08 - JUST, False),
        (0.08, None),
        (0.11, None),
        (0.12, True),
        (0.28, True),
        (0.28 + JUST, None),
        (0.321, None),
        (0.321 + JUST, False),
        (0.5, False),
    ],
)
def test_a_lease_lives_from_getting_in_to_leaving_and_near_both_it_cannot_be_said(
    at: float, lived: bool | None
) -> None:
    assert lives(at, *visit(1, 0.0, 0.1, 0.3)) is lived


@pytest.mark.parametrize(("at", "lived"), [(0.45, True), (0.5, None), (0.53, False), (0.7, False)])
def test_a_lease_ends_by_itself_however_long_the_stay(at: float, lived: bool | None) -> None:
    assert lives(at, *visit(1, 0.0, 0.0, 0.8)) is lived


@pytest.mark.parametrize(("at", "lived"), [(0.1, True), (0.4, True), (0.53, False)])
def test_the_lease_of_a_killed_one_lives_on_until_it_is_over(at: float, lived: bool | None) -> None:
    assert lives(at, *crash(1, 0.0, 0.0, 0.15)) is lived


def test_who_was_killed_on_its_way_in_may_have_a_lease_or_not() -> None:
    assert lives(0.2, (0.0, "came", 1), (0.1, "killed", 1)) is None


def test_who_waits_has_no_lease() -> None:
    assert lives(0.2, (0.0, "came", 1)) is False


def test_who_froze_on_its_way_in_may_have_had_its_lease_since_then() -> None:
    lines: list[Line] = [*visit(1, 0.0, 0.75, 0.8), (0.1, "frozen", 1)]
    assert lives(0.05, *lines) is False
    assert lives(0.1, *lines) is None
    assert lives(0.7, *lines) is False


def test_one_lease_that_lives_for_sure_is_enough() -> None:
    lines: list[Line] = [*visit(1, 0.0, 0.1, 0.4), (0.0, "came", 2), (0.1, "killed", 2)]
    assert lives(0.2, *lines) is True


def test_nobody_at_the_door_is_no_lease() -> None:
    assert lives(0.2) is False


# --- looks ----------------------------------------------------------------------------------------


def test_looks_are_counted_from_coming_to_getting_in_and_of_its_own_branch() -> None:
    looks: list[Line] = [
        (0.03, "looked", 2, 1),  # before it came
        (0.05, "looked", 2, 3),
        (0.1, "looked", 1, 50),  # another branch
        (0.2, "looked", 2, 4),
        (0.3, "looked", 2, 5),
        (0.4, "looked", 2, 100),  # inside by then
    ]
    lines = [*visit(2, 0.03, 0.3, 0.6), *looks]
    (stay,) = stays(*lines)
    assert leases.looks_while_waiting(stay, ledger(*lines)) == 12


def test_looks_of_who_never_got_in_are_all_looks_of_one_who_waits() -> None:
    lines: list[Line] = [(0.0, "came", 1), (0.5, "looked", 1, 3), (9.0, "looked", 1, 4)]
    (stay,) = stays(*lines)
    assert leases.looks_while_waiting(stay, ledger(*lines)) == 7


def test_marks_are_those_of_one_kind_in_order() -> None:
    kept = ledger(*visit(1, 0.0, 0.0, 0.3), *visit(2, 0.03, 0.3, 0.6), (0.1, "killed", 3))
    assert [mark.number for mark in kept.marks("in")] == [1, 2]
