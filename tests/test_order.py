"""The order of turns among stoves, by hand: who is next, who is late, how far one may go."""

import pytest

from kitchen.world.ledger import Event, Ledger
from kitchen.world.order import Order, Turns, looks


def order(*rounds: Turns, stoves: int = 3) -> Order:
    """An order at the beginning of its first round."""
    made = Order(rounds)
    made.begin(0, range(stoves))
    return made


def late_at(*points: int, stoves: int = 3) -> Order:
    return order(Turns(points), stoves=stoves)


def chosen(made: Order, turns: int, ready: tuple[int, ...] = (0, 1, 2)) -> list[int]:
    """Who is next, of these, if each gives up its turn at once."""
    found = []
    for _ in range(turns):
        stove, _ = made.choose(ready)
        made.to_the_back(stove)
        found.append(stove)
    return found


# --- who is next ----------------------------------------------------------------------------------


def test_who_gave_up_its_turn_longest_ago_is_next() -> None:
    made = order()
    assert chosen(made, 5) == [0, 1, 2, 0, 1]
    made.to_the_back(2)
    assert chosen(made, 3) == [0, 1, 2]


def test_the_first_stove_is_first_whatever_order_they_are_named_in() -> None:
    made = Order(())
    made.begin(0, [2, 0, 1])
    assert made.choose([2, 1]) == (1, None)
    assert made.choose([2, 1, 0]) == (0, None)


def test_who_was_not_ready_is_next_when_it_is() -> None:
    made = order()
    assert chosen(made, 4, ready=(0, 2)) == [0, 2, 0, 2]
    assert made.choose([0, 1, 2]) == (1, None)


def test_nobody_is_late_where_no_point_is_named() -> None:
    made = order()
    assert [made.choose([0, 1, 2])[1] for _ in range(50)] == [None] * 50
    assert made.free is None


# --- who is late ----------------------------------------------------------------------------------


def test_who_is_late_goes_to_the_back_and_the_next_one_goes_on() -> None:
    made = late_at(2)
    assert made.choose([0, 1, 2]) == (0, None)
    made.to_the_back(0)
    assert made.choose([0, 1, 2]) == (2, 1)
    made.to_the_back(2)
    assert chosen(made, 4) == [0, 1, 2, 0]


def test_one_is_late_twice_at_two_points() -> None:
    assert chosen(late_at(1, 2), 4) == [1, 0, 1, 2]
    assert chosen(late_at(1, 3), 5) == [1, 2, 1, 2, 0]


def test_a_stove_that_is_ready_alone_passes_no_point() -> None:
    made = late_at(1)
    assert made.choose([1]) == (1, None)
    assert made.free == 0
    assert made.choose([1, 2]) == (2, 1)


def test_who_is_late_for_the_last_time_is_late_no_more() -> None:
    made = late_at(1)
    assert made.choose([0, 1, 2])[1] == 0
    assert made.free is None
    assert [made.choose([0, 1, 2])[1] for _ in range(20)] == [None] * 20


# --- points within a turn -------------------------------------------------------------------------


def test_points_that_a_stove_passes_in_its_turn_count_with_those_of_choosing() -> None:
    made = late_at(4)
    assert made.choose([0, 1]) == (0, None)
    assert made.free == 2
    assert not made.pass_points(2)
    assert made.free == 0
    assert made.choose([0, 1]) == (1, 0)


@pytest.mark.parametrize(("passed", "late"), [(0, False), (1, False), (2, True), (3, False)])
def test_somebody_is_late_at_the_last_of_the_points_passed_and_at_none_before(
    passed: int, late: bool
) -> None:
    assert late_at(2).pass_points(passed) is late


def test_no_point_passed_makes_nobody_late_again() -> None:
    made = late_at(2)
    assert made.pass_points(2)
    assert not made.pass_points(0)


def test_a_point_that_was_passed_over_does_not_keep_the_next_one_from_its_own() -> None:
    made = late_at(2, 5)
    assert not made.pass_points(3)
    assert made.free == 1
    assert not made.pass_points(1)
    assert made.pass_points(1)


def test_points_may_be_passed_freely_up_to_the_one_at_which_somebody_is_late() -> None:
    made = late_at(1, 4, 5)
    free = []
    for _ in range(5):
        free.append(made.free)
        made.pass_points(1)
    assert free == [0, 2, 1, 0, 0]
    assert made.free is None


# --- rounds ---------------------------------------------------------------------------------------


def test_each_round_has_an_order_of_its_own() -> None:
    made = order(Turns((1,), 0.5), Turns(), Turns((2,)))
    assert made.turns.seconds == 0.5
    assert chosen(made, 3) == [1, 2, 0]
    made.begin(1, range(3))
    assert (made.turns, made.free) == (Turns(), None)
    assert chosen(made, 3) == [0, 1, 2]
    made.begin(2, range(3))
    assert chosen(made, 4) == [0, 2, 0, 1]


def test_a_round_begins_with_the_first_stove_and_no_point_passed() -> None:
    made = order(Turns((3,)), Turns((3,)))
    first = chosen(made, 5)
    made.begin(1, range(3))
    assert chosen(made, 5) == first == [0, 1, 0, 1, 2]


def test_a_round_without_an_order_goes_in_turn() -> None:
    made = order(Turns((1,)))
    made.begin(1, range(3))
    assert made.free is None
    assert chosen(made, 3) == [0, 1, 2]


# --- looks ----------------------------------------------------------------------------------------


def test_looks_are_the_operations_of_all_or_of_one() -> None:
    ledger = Ledger(
        [
            Event(0, "looked", 0, 0, 3, "2"),
            Event(1, "asked", 0, 1, 7),
            Event(2, "looked", 0, 1, 4, "4"),
            Event(3, "looked", 1, 0, 5, "1"),
        ]
    )
    assert looks(ledger) == 12
    assert (looks(ledger, 0), looks(ledger, 1), looks(ledger, 2)) == (8, 4, 0)
