"""The supplier's rules, told by hand what time it is."""

from kitchen.world.supplier import REFUSAL, Conditions, Supplier
from kitchen.world.wire import SECOND

EVEN = round(0.05 * SECOND)


def supplier(**conditions: object) -> Supplier:
    return Supplier(Conditions(**conditions), seed=1)  # type: ignore[arg-type]


def answers(supplier: Supplier, until: int) -> list[tuple[int, int, str]]:
    """Everything answered by then, as (number, due, outcome)."""
    found = []
    while (delivery := supplier.answer(until)) is not None:
        found.append((delivery.number, delivery.due, delivery.outcome))
    return found


def test_a_delivery_takes_its_time() -> None:
    s = supplier(limit=1)
    s.ask(0, 1, 7)
    assert s.due == EVEN
    assert answers(s, EVEN - 1) == []
    assert answers(s, EVEN) == [(1, EVEN, "crate")]
    assert s.due is None


def test_one_too_many_is_sent_away_after_a_refusal() -> None:
    s = supplier(limit=1)
    s.ask(0, 1, 7)
    s.ask(0, 2, 8)
    assert answers(s, REFUSAL) == [(2, REFUSAL, "busy")]


def test_a_refusal_slows_those_inside_once() -> None:
    s = supplier(limit=2)
    for number in range(1, 6):
        s.ask(0, number, number)
    assert [(n, due) for n, due, how in answers(s, SECOND) if how == "crate"] == [
        (1, EVEN + REFUSAL),
        (2, EVEN + REFUSAL),
    ]


def test_a_place_is_free_again_with_the_answer_and_with_a_hang_up() -> None:
    s = supplier(limit=1)
    first = s.ask(0, 1, 1)
    s.leave(first)
    assert s.ask(10, 2, 2).outcome == "crate"
    answers(s, SECOND)
    assert s.ask(SECOND, 3, 3).outcome == "crate"


def test_a_caller_who_hung_up_gets_no_answer() -> None:
    s = supplier(limit=2)
    s.leave(s.ask(0, 1, 1))
    assert s.due is None
    assert answers(s, SECOND) == []


def test_a_spoiled_item_fails_at_the_end_of_its_delivery_every_time() -> None:
    s = supplier(spoiled=frozenset({7}))
    s.ask(0, 1, 7)
    assert answers(s, SECOND) == [(1, EVEN, "spoiled")]
    s.ask(SECOND, 2, 7)
    assert answers(s, 2 * SECOND) == [(2, SECOND + EVEN, "spoiled")]


def test_in_an_outage_everybody_is_sent_away() -> None:
    s = supplier(closed=((1.0, 2.0),))
    assert s.ask(SECOND, 1, 1).outcome == "closed"
    assert s.ask(2 * SECOND, 2, 1).outcome == "crate"


def test_spread_times_depend_on_the_item_and_not_on_the_order_of_calls() -> None:
    conditions = {"fastest": 0.02, "slowest": 0.08}
    forwards, backwards = supplier(**conditions), supplier(**conditions)
    one = {item: forwards.ask(0, item, item).due for item in (1, 2, 3)}
    other = {item: backwards.ask(0, item, item).due for item in (3, 2, 1)}
    assert one == other
    assert len(set(one.values())) == 3
    assert all(0.02 * SECOND <= due <= 0.08 * SECOND for due in one.values())
