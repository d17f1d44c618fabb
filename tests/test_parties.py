"""Parties at a gate: the script they make, and the stories that are read out of a ledger."""

import math
from collections.abc import Iterable
from typing import Any

import pytest

from kitchen.parties import (
    Guest,
    Party,
    Story,
    apart,
    by_priority,
    fates,
    idle_places,
    moments,
    overtaken,
    script,
    stories,
    table,
)
from kitchen.world.ledger import Event, Ledger
from kitchen.world.script import Answer, Begin, Cancel, Round, Tell
from kitchen.world.supplier import Fate
from tests.ledgers import Line, events, ledger, ns, visit, wait

NEVER = math.inf


# --- patience ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "patience"),
    [((), NEVER), ((None,), NEVER), ((0.3,), 0.3), ((0,), 0.0), ((-1,), 0.0)],
)
def test_patience_is_the_ttl_and_endless_without_one(
    more: tuple[float | None, ...], patience: float
) -> None:
    assert Guest(1, 1, 0.0, more=more).patience == patience


# --- the script ----------------------------------------------------------------------------------


def acted(round: Round) -> list[tuple[float, str, int]]:
    """When, what, and of whom: the guest, or the call that is cancelled."""
    return [_acted(step) for step in round]


def _acted(step: Any) -> tuple[float, str, int]:
    if isinstance(step, Begin):
        first = step.args[0]
        return step.at, "comes", first if isinstance(first, int) else first[0]
    if isinstance(step, Cancel):
        return step.at, "cancel call", step.call
    if isinstance(step, Answer):
        assert isinstance(step.item, int)
        return step.at, "stay ends", step.item
    assert isinstance(step, Tell)
    return step.at, step.what, step.number


def test_guests_come_in_order_of_time_whatever_their_numbers() -> None:
    (round,) = script([Party((Guest(1, 1, 0.2), Guest(2, 1, 0.0), Guest(3, 1, 0.1)))])
    assert acted(round) == [(0.0, "comes", 2), (0.1, "comes", 3), (0.2, "comes", 1)]


def test_of_one_moment_guests_come_in_the_order_of_the_party() -> None:
    (round,) = script([Party((Guest(2, 1, 0.1), Guest(1, 1, 0.1), Guest(3, 1, 0.1)))])
    assert acted(round) == [(0.1, "comes", 2), (0.1, "comes", 1), (0.1, "comes", 3)]


def test_a_guest_asks_for_what_it_has() -> None:
    guest = Guest(7, 4, 0.1, error="Spoiled", lingers=True, more=(0.5,))
    ((step,),) = script([Party((guest,))])
    assert isinstance(step, Begin)
    assert (step.function, step.args[3:], step.at) == ("guest", ("Spoiled", True, 4, 0.5), 0.1)


@pytest.mark.parametrize(
    ("cut_first", "order"),
    [
        (True, ["cancel call", "stay ends", "comes", "look", "elsewhere"]),
        (False, ["stay ends", "comes", "cancel call", "look", "elsewhere"]),
    ],
)
def test_what_falls_in_one_moment_has_its_order(cut_first: bool, order: list[str]) -> None:
    guests = (Guest(1, 5, 0.0, leaves=0.2), Guest(2, 1, 0.1, cut=0.2), Guest(3, 1, 0.2))
    (round,) = script([Party(guests, (0.2,), cut_first, elsewhere=(0.2,))])
    assert [what for at, what, _ in acted(round) if at == 0.2] == order
    of_whom = {what: who for at, what, who in acted(round) if at == 0.2}
    assert of_whom == {"cancel call": 1, "stay ends": 1, "comes": 3, "look": 0, "elsewhere": 0}


def test_who_is_cut_is_cancelled_in_its_own_call_counted_over_all_rounds() -> None:
    first = Party((Guest(1, 1, 0.3, cut=0.4), Guest(2, 1, 0.0, cut=0.5)))
    second = Party((Guest(3, 1, 0.0), Guest(4, 1, 0.1, cut=0.2)))
    rounds = script([first, second])
    cuts = [[step for step in acted(round) if step[1] == "cancel call"] for round in rounds]
    assert cuts == [[(0.4, "cancel call", 1), (0.5, "cancel call", 0)], [(0.2, "cancel call", 3)]]


def test_a_second_visit_is_no_call_of_its_own() -> None:
    guests = (Guest(1, 1, 0.0), Guest(2, 1, 0.1), Guest(3, 1, 0.2, cut=0.5, after=1))
    first, second = script([Party(guests), Party((Guest(4, 1, 0.0, cut=0.1),))])
    assert acted(first) == [(0.0, "comes", 1), (0.1, "comes", 2), (0.5, "cancel call", 0)]
    assert acted(second) == [(0.0, "comes", 4), (0.1, "cancel call", 2)]


def test_a_second_visit_whose_first_was_left_out_is_a_visit_of_its_own() -> None:
    (round,) = script([Party((Guest(2, 1, 0.1), Guest(3, 1, 0.2, after=1)))])
    assert acted(round) == [(0.1, "comes", 2), (0.2, "comes", 3)]


def test_looks_and_visits_elsewhere_are_numbered() -> None:
    (round,) = script([Party((), (0.1, 0.3), elsewhere=(0.2, 0.3))])
    assert acted(round) == [
        (0.1, "look", 0),
        (0.2, "elsewhere", 0),
        (0.3, "look", 1),
        (0.3, "elsewhere", 1),
    ]
    assert [step.args for step in round if isinstance(step, Tell) and step.what != "look"] == [
        (0.1,),
        (0.1,),
    ]


def test_nobody_is_an_empty_round() -> None:
    assert script([]) == ()
    assert script([Party(())]) == ((),)


def test_a_guest_stays_as_long_as_its_fate_says_and_fails_if_it_raises() -> None:
    first = Party((Guest(1, 1, 0.0, 0.3), Guest(2, 1, 0.0, 0.2, error="TimeoutError")))
    assert fates([first, Party((Guest(100, 1, 0.0),))]) == {
        1: (Fate(0.3, "crate"),),
        2: (Fate(0.2, "spoiled"),),
        100: (Fate(NEVER, "crate"),),
    }


# --- what became of each -------------------------------------------------------------------------

TWO = Party((Guest(1, 5, 0.0), Guest(2, 1, 0.1)))


def told(*lines: Line, party: Party = TWO) -> list[Story]:
    return stories(ledger(*lines), [party])


def test_a_story_has_each_moment_and_its_end() -> None:
    first, second = told(*visit(1, 0.0, 0.0, 0.2), *visit(2, 0.1, 0.2, 0.3, "raised"))
    assert (first.guest.number, first.round, first.call) == (1, 0, 0)
    assert (first.came, first.entered, first.left) == (0, 0, ns(0.2))
    assert (first.cut, first.ended, first.hung_up) == (
        None,
        Event(ns(0.2), "returned", 0, 0),
        False,
    )
    assert (second.came, second.entered, second.left) == (ns(0.1), ns(0.2), ns(0.3))
    assert second.ended == Event(ns(0.3), "raised", 0, 1)


def test_in_an_empty_ledger_nobody_came_to_anything() -> None:
    for story in told():
        assert (story.came, story.entered, story.left, story.cut) == (None, None, None, None)
        assert (story.ended, story.hung_up, story.gone, story.until) == (
            None,
            False,
            NEVER,
            NEVER,
        )
        assert not story.waits_at(ns(1.0))


def test_where_it_broke_off_the_rest_is_not_known() -> None:
    first, second = told((0.0, "came", 1), (0.0, "asked", 1), (0.1, "came", 2))
    assert (first.entered, first.left, first.ended) == (0, None, None)
    assert (second.came, second.entered, second.gone) == (ns(0.1), None, NEVER)


def test_a_guest_cut_while_waiting_and_one_cut_inside_are_told_apart_by_their_moments() -> None:
    lines = [
        *visit(1, 0.0, 0.0, 0.2, "cancelled"),
        *wait(2, 0.1, 0.15, "cancelled"),
        (0.15, "cut", 2),
        (0.2, "cut", 1),
    ]
    inside, waiting = told(*lines)
    assert (inside.cut, inside.entered, inside.left, inside.hung_up) == (
        ns(0.2), 0, ns(0.2), True,
    )  # fmt: skip
    assert (waiting.cut, waiting.entered, waiting.left, waiting.hung_up) == (
        ns(0.15), None, None, False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("out", "hung_up"), [("delivered", False), ("failed", False), ("hung up", True)]
)
def test_a_stay_ends_in_three_ways(out: str, hung_up: bool) -> None:
    story = told((0.0, "came", 1), (0.0, "asked", 1), (0.3, out, 1))[0]
    assert (story.left, story.hung_up) == (ns(0.3), hung_up)


def test_turns_are_those_of_asking_not_of_the_script() -> None:
    story, other = told((0.1, "came", 2), (0.1, "came", 1))
    assert (story.guest.number, story.turn) == (1, 1)
    assert (other.guest.number, other.turn) == (2, 0)


def test_who_never_asked_has_the_last_turn() -> None:
    assert [story.turn for story in told((0.1, "came", 2))] == [1, 0]


def test_the_first_of_two_reports_counts() -> None:
    first = [*visit(1, 0.0, 0.1, 0.2), (0.3, "came", 1), (0.4, "asked", 1), (0.5, "delivered", 1)]
    story = told(*first)[0]
    assert (story.came, story.entered, story.left) == (0, ns(0.1), ns(0.2))


def test_what_is_delivered_under_a_name_is_no_guest() -> None:
    day = Ledger([Event(0, "asked", 0, 1, "1"), Event(ns(0.1), "delivered", 0, 1, "1")])
    story = stories(day, [TWO])[0]
    assert (story.entered, story.left) == (None, None)


def test_stories_come_in_the_order_of_coming_and_calls_are_counted_through_the_rounds() -> None:
    first = Party((Guest(1, 1, 0.2), Guest(2, 1, 0.0)))
    second = Party((Guest(9, 1, 0.1), Guest(8, 1, 0.0)))
    found = stories(Ledger(events([(5.0, "raised", 9)], calls={9: 3}, round=1)), [first, second])
    assert [(story.guest.number, story.round, story.call) for story in found] == [
        (2, 0, 0), (1, 0, 1), (8, 1, 2), (9, 1, 3),
    ]  # fmt: skip
    assert [story.ended is not None for story in found] == [False, False, False, True]


def test_two_visits_of_one_person_share_its_call() -> None:
    party = Party((Guest(1, 1, 0.0), Guest(2, 1, 0.05), Guest(3, 1, 0.2, after=1)))
    lines = [*visit(1, 0.0, 0.0, 0.2)[:3], (0.2, "came", 3), (0.4, "cut", 1), (0.4, "cancelled", 1)]
    found = {story.guest.number: story for story in told(*lines, party=party)}
    assert {number: story.call for number, story in found.items()} == {1: 0, 2: 1, 3: 0}
    assert found[3].came == ns(0.2)
    assert found[1].cut == found[3].cut == ns(0.4)
    assert found[1].ended == found[3].ended == Event(ns(0.4), "cancelled", 0, 0)


def test_a_made_smaller_party_has_only_those_who_are_left() -> None:
    (story,) = told(*visit(3, 0.2, 0.2, 0.3), party=Party((Guest(3, 1, 0.2, after=1),)))
    assert (story.guest.number, story.call, story.entered) == (3, 0, ns(0.2))


# --- who waits -----------------------------------------------------------------------------------


def story(
    number: int,
    priority: int,
    came: float | None,
    entered: float | None = None,
    left: float | None = None,
    *,
    ttl: float | None = None,
    cut: float | None = None,
    gave_up: float | None = None,
    round: int = 0,
) -> Story:
    """One guest as it went, in seconds. They came in order of their numbers."""

    def moment(seconds: float | None) -> int | None:
        return None if seconds is None else ns(seconds)

    guest = Guest(number, priority, came or 0.0, more=(ttl,))
    ended = None if gave_up is None else Event(ns(gave_up), "raised", round, number)
    return Story(
        guest, round, number, moment(came), number,
        moment(entered), moment(left), moment(cut), ended,
    )  # fmt: skip


def test_patience_ends_so_long_after_coming_whatever_became_of_it() -> None:
    assert story(1, 1, 0.2, ttl=0.3).until == ns(0.5)
    assert story(1, 1, 0.2, 0.25, ttl=0.3).until == ns(0.5)
    assert story(1, 1, 0.2, ttl=-1).until == ns(0.2)
    assert story(1, 1, 0.2).until == NEVER
    assert story(1, 1, None, ttl=0.3).until == NEVER


def test_gone_is_when_it_got_in_or_when_it_was_over() -> None:
    assert story(1, 1, 0.0, 0.2, 0.4).gone == ns(0.2)
    assert story(1, 1, 0.0, gave_up=0.3).gone == ns(0.3)
    assert story(1, 1, 0.0, 0.2, gave_up=0.3).gone == ns(0.2)
    assert story(1, 1, 0.0, cut=0.3).gone == NEVER


@pytest.mark.parametrize(
    ("waiter", "waits"),
    [
        (story(1, 1, 0.0), True),
        (story(1, 1, 0.48), True),
        (story(1, 1, 0.480000001), False),
        (story(1, 1, None), False),
        (story(1, 1, 0.0, 0.520000001), True),
        (story(1, 1, 0.0, 0.52), False),
        (story(1, 1, 0.0, 0.4), False),
        (story(1, 1, 0.0, gave_up=0.520000001), True),
        (story(1, 1, 0.0, gave_up=0.52), False),
        (story(1, 1, 0.0, cut=0.520000001), True),
        (story(1, 1, 0.0, cut=0.52), False),
        (story(1, 1, 0.1, ttl=0.420000001), True),
        (story(1, 1, 0.1, ttl=0.42), False),
        (story(1, 1, 0.1, ttl=0), False),
    ],
)
def test_one_waits_beyond_doubt_20_ms_after_it_came_until_20_ms_before_anything_ends_that(
    waiter: Story, waits: bool
) -> None:
    assert waiter.waits_at(ns(0.5)) is waits


# --- overtaken -----------------------------------------------------------------------------------


def passed(*told: Story) -> list[tuple[int, int]]:
    """Who got in before whom."""
    return [(p.first.guest.number, p.passed.guest.number) for p in overtaken(told, by_priority)]


def test_the_rank_is_the_priority_then_the_turn() -> None:
    assert by_priority(story(3, 7, 0.5), 0) == (7, 3)


def test_nobody_is_overtaken_where_the_most_urgent_goes_in_and_equals_as_they_came() -> None:
    assert passed() == []
    assert passed(story(1, 5, 0, 0, 0.5), story(2, 3, 0.1, 0.7), story(3, 1, 0.2, 0.5)) == []
    assert passed(story(1, 5, 0, 0, 0.5), story(2, 1, 0.1, 0.5), story(3, 1, 0.2, 0.7)) == []


def test_a_less_urgent_one_that_gets_in_first_overtakes() -> None:
    assert passed(story(1, 3, 0.0, 0.5), story(2, 1, 0.1, 0.7)) == [(1, 2)]


def test_an_equal_one_that_came_later_and_gets_in_first_overtakes() -> None:
    assert passed(story(1, 1, 0.0, 0.7), story(2, 1, 0.1, 0.5)) == [(2, 1)]


def test_a_newcomer_that_walks_in_overtakes() -> None:
    assert passed(story(1, 1, 0.0), story(2, 1, 0.5, 0.5)) == [(2, 1)]
    assert passed(story(1, 1, 0.0), story(2, 0, 0.5, 0.5)) == []


def test_every_start_and_everyone_overtaken_is_told() -> None:
    told = story(1, 9, 0, 0.5), story(2, 8, 0, 0.6), story(3, 1, 0, 0.7), story(4, 2, 0)
    assert passed(*told) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4)]


def test_who_never_got_in_is_overtaken_and_overtakes_nobody() -> None:
    assert passed(story(1, 3, 0.0, 0.5), story(2, 1, 0.1)) == [(1, 2)]
    assert passed(story(1, 3, 0.0, gave_up=0.3), story(2, 1, 0.1, 0.7)) == []


def test_within_20_ms_of_each_other_two_may_get_in_in_any_order() -> None:
    assert passed(story(1, 3, 0.0, 0.5), story(2, 1, 0.1, 0.52)) == []
    assert passed(story(1, 3, 0.0, 0.5), story(2, 1, 0.1, 0.520000001)) == [(1, 2)]
    assert passed(story(1, 3, 0.0, 0.5), story(2, 1, 0.480000001, 0.7)) == []
    assert passed(story(1, 3, 0.0, 0.5), story(2, 1, 0.48, 0.7)) == [(1, 2)]


def test_who_is_cancelled_or_out_of_patience_by_then_is_not_overtaken() -> None:
    start = story(1, 3, 0.0, 0.5)
    for gone in (story(2, 1, 0.1, cut=0.52), story(2, 1, 0.1, ttl=0.42)):
        assert passed(start, gone) == []
    for there in (story(2, 1, 0.1, cut=0.53), story(2, 1, 0.1, ttl=0.43)):
        assert passed(start, there) == [(1, 2)]


def test_rounds_have_nothing_to_do_with_each_other() -> None:
    assert passed(story(1, 1, 0.0), story(2, 3, 0.1, 0.5, round=1)) == []
    assert passed(story(1, 1, 0.0, round=1), story(2, 3, 0.1, 0.5, round=1)) == [(2, 1)]


def test_the_rank_is_asked_for_the_moment_of_the_start() -> None:
    asked = []

    def rank(one: Story, moment: int) -> int:
        asked.append(moment)
        return -one.guest.priority

    assert list(overtaken([story(1, 3, 0.0, 0.5), story(2, 1, 0.1, 0.7)], rank)) == []
    assert set(asked) == {ns(0.5)}


# --- idle places ---------------------------------------------------------------------------------


def idle(*told: Story, places: int = 1) -> list[tuple[int, float, float]]:
    """Who waited before a free place, from when to when, in seconds."""
    return [
        (one.waiting.guest.number, one.since / 1e9, one.until / 1e9)
        for one in idle_places(told, places)
    ]


def test_no_place_is_idle_where_the_next_goes_in_as_one_leaves() -> None:
    assert idle() == []
    assert idle(story(1, 1, 0, 0, 0.2), story(2, 1, 0.1, 0.2, 0.4), story(3, 1, 0.1, 0.4)) == []


def test_a_place_may_be_free_for_20_ms_and_no_longer() -> None:
    assert idle(story(1, 1, 0, 0, 0.2), story(2, 1, 0.1, 0.22)) == []
    assert idle(story(1, 1, 0, 0, 0.2), story(2, 1, 0.1, 0.220000001)) == [(2, 0.2, 0.220000001)]


def test_the_wait_before_a_free_place_counts_from_coming() -> None:
    assert idle(story(1, 1, 0, 0, 0.2), story(2, 1, 0.5, 0.52)) == []
    assert idle(story(1, 1, 0, 0, 0.2), story(2, 1, 0.5, 0.53)) == [(2, 0.5, 0.53)]
    assert idle(story(2, 1, 0.5, 0.53)) == [(2, 0.5, 0.53)]


def test_who_waits_for_ever_before_a_free_place_waits_without_end() -> None:
    assert idle(story(1, 1, 0, 0, 0.2), story(2, 1, 0.1)) == [(2, 0.2, NEVER)]


def test_a_place_never_left_is_never_free() -> None:
    assert idle(story(1, 1, 0, 0), story(2, 1, 0.1)) == []
    assert idle(story(1, 1, 0, 0), story(2, 1, 0.1), places=2) == [(2, 0.1, NEVER)]


def test_each_stretch_is_told_for_each_who_waits() -> None:
    told = story(1, 1, 0, 0, 0.2), story(2, 1, 0.3, 0.3, 0.4), story(3, 9, 0.1), story(4, 9, 0.35)
    assert idle(*told) == [(3, 0.2, 0.3), (3, 0.4, NEVER), (4, 0.4, NEVER)]


def test_two_short_stretches_are_not_one_long() -> None:
    told = story(1, 1, 0, 0, 0.2), story(2, 1, 0.215, 0.215, 0.3), story(3, 9, 0.1, 0.315)
    assert idle(*told) == []


def test_places_are_counted() -> None:
    told = story(1, 1, 0, 0, 0.4), story(2, 1, 0, 0, 0.2), story(3, 1, 0.1, 0.3)
    assert idle(*told, places=1) == []
    assert idle(*told, places=2) == [(3, 0.2, 0.3)]
    assert idle(*told, places=3) == [(3, 0.1, 0.3)]


@pytest.mark.parametrize(
    "waiter",
    [story(2, 1, 0.1, cut=0.3), story(2, 1, 0.1, ttl=0.2), story(2, 1, 0.1, gave_up=0.3)],
    ids=["cut", "ttl", "gave up"],
)
def test_whatever_ends_the_wait_ends_the_stretch(waiter: Story) -> None:
    assert idle(story(1, 1, 0, 0, 0.2), waiter) == [(2, 0.2, 0.3)]
    assert idle(story(1, 1, 0, 0, 0.28), waiter) == []


def test_who_never_came_and_who_was_never_to_wait_is_kept_from_nothing() -> None:
    assert idle(story(1, 1, None), story(2, 1, 0.1, ttl=0)) == []


def test_a_place_of_another_round_is_another_place() -> None:
    assert idle(story(1, 1, 0, 0, round=1), story(2, 1, 0.1, 0.3)) == [(2, 0.1, 0.3)]


# --- how it is shown -----------------------------------------------------------------------------


def test_a_party_is_drawn_with_who_waited_was_inside_and_was_cut() -> None:
    told = [
        story(1, 5, 0.0, 0.0, 0.2),
        story(2, 1, 0.05, cut=0.15, gave_up=0.15),
        story(3, 3, 0.1, 0.2, 0.25),
        story(4, 10, 0.15, gave_up=0.22, ttl=0.07),
        story(5, 1, None),
        story(6, 1, 0.0, round=1),
    ]
    assert list(table(told, 0)) == [
        "guest  priority  came    in      out",
        "    1         5  0.00    0.00    0.20    ====================",
        "    2         1  0.05    -       -            ..........x",
        "    3         3  0.10    0.20    0.25              ..........=====",
        "    4        10  0.15    -       -                      .......",
    ]


def test_times_are_shown_from_the_first_coming_of_the_round() -> None:
    told = [story(1, 5, 0.0, 0.0, 9.0), story(2, 1, 10.0, 10.0, 10.1, round=1)]
    assert list(table(told, 1)) == [
        "guest  priority  came    in      out",
        "    2         1  0.00    0.00    0.10    ==========",
    ]


def test_who_is_cut_inside_is_drawn_to_that_moment() -> None:
    (row,) = table([story(1, 1, 0.0, 0.0, 0.1, cut=0.1)], 0)[1:]
    assert row.endswith("  ==========x")


def test_a_long_party_is_drawn_in_forty_steps() -> None:
    rows = table([story(1, 1, 0.0, 0.0, 19.5), story(2, 1, 0.0, 19.5, 39.0)], 0)[1:]
    assert [row[40:] for row in rows] == [" " + "=" * 20, " " + "." * 19 + "=" * 20]


def test_nobody_is_no_picture() -> None:
    assert table([], 0) == ()
    assert table([story(1, 1, None)], 0) == ()


# --- when something happens ----------------------------------------------------------------------


def happens(*guests: Guest, places: int = 1) -> list[float]:
    found = moments(Party(guests), places, lambda guest: guest.priority)
    return [round(moment, 6) for moment in found]


def test_comings_and_leavings_in_order_of_the_line() -> None:
    holder, last, first = Guest(1, 5, 0.0, 1.0), Guest(2, 9, 0.1, 0.4), Guest(3, 1, 0.2, 0.3)
    assert happens() == []
    assert happens(holder, last, first) == [0.0, 0.1, 0.2, 1.0, 1.3, 1.7]
    assert happens(holder, last, first, places=2) == [0.0, 0.1, 0.2, 0.5, 0.8, 1.0]


def test_equals_get_in_as_they_came() -> None:
    guests = Guest(1, 5, 0.0, 1.0), Guest(3, 1, 0.1, 0.4), Guest(2, 1, 0.2, 0.3)
    assert happens(*guests) == [0.0, 0.1, 0.2, 1.0, 1.4, 1.7]


def test_a_cancellation_counts_as_long_as_its_guest_is_there() -> None:
    waiting = Guest(1, 1, 0.0, 1.0), Guest(2, 1, 0.1, 1.0, cut=0.3)
    assert happens(*waiting) == [0.0, 0.1, 0.3, 1.0]
    inside = Guest(1, 1, 0.0, 1.0, cut=0.3), Guest(2, 1, 0.1, 0.5)
    assert happens(*inside) == [0.0, 0.1, 0.3, 0.8]
    assert happens(Guest(1, 1, 0.0, 0.2, cut=0.5)) == [0.0, 0.2]


def test_the_end_of_patience_counts_only_for_one_who_waits() -> None:
    waiting = Guest(1, 1, 0.0, 1.0), Guest(2, 1, 0.1, 0.5, more=(0.4,))
    assert happens(*waiting) == [0.0, 0.1, 0.5, 1.0]
    assert happens(Guest(1, 1, 0.0, 1.0, more=(0.4,))) == [0.0, 1.0]


def test_who_leaves_at_a_moment_leaves_then_or_at_once_if_it_got_in_later() -> None:
    assert happens(Guest(1, 1, 0.0, leaves=0.4), Guest(2, 1, 0.1, 0.2)) == [0.0, 0.1, 0.4, 0.6]
    late = Guest(1, 1, 0.0, 0.5), Guest(2, 1, 0.1, leaves=0.3)
    assert happens(*late) == [0.0, 0.1, 0.5, 0.5]


def test_who_never_leaves_keeps_the_others_out() -> None:
    assert happens(Guest(1, 1, 0.0), Guest(2, 1, 0.1, 0.2)) == [0.0, 0.1]


@pytest.mark.parametrize(
    ("happened", "far"),
    [
        ([], True),
        ([0.5], True),
        ([0.25, 0.0, 0.125], True),
        ([0.25, 0.0, 0.1250001], False),
        ([0.1, 0.1], False),
    ],
)
def test_moments_are_apart_if_every_two_neighbours_are(
    happened: Iterable[float], far: bool
) -> None:
    assert apart(happened, 0.125) is far
