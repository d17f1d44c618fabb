"""The parties that a gate is put to: what is promised of those that chance draws, and of the rest.

A party of chance is played at the gates that solve cases 14 and 15: what really happens when?
"""

import asyncio
from collections import Counter
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import NamedTuple

import pytest

from kitchen.numbers import counted
from kitchen.parties import Guest, Party, moments
from kitchen.visits import DIRECTED, LATER, First, cut, drawn, line, rounds
from tests.virtual_loop import run

HASTY, PATIENT = range(13, 113), range(22, 122)
"""Numbers of parties without patience, and with it."""

STEM = {False: "case14_priority_semaphore", True: "case15_ttl_semaphore"}

both = pytest.mark.parametrize("patience", [False, True], ids=["no ttl", "ttl"])


def parties(first: First) -> tuple[Party, ...]:
    """What happens before it is seen whether all places are there."""
    return rounds(first)[:-1]


def guests(first: First) -> list[Guest]:
    return [guest for party in parties(first) for guest in party.guests]


@cache
def chosen(patience: bool) -> tuple[First, ...]:
    return tuple(drawn(number, patience=patience) for number in (PATIENT if patience else HASTY))


# --- the same number, the same party -------------------------------------------------------------


@both
def test_a_number_makes_the_same_party_whatever_was_drawn_before(patience: bool) -> None:
    numbers = (13, 40, 17, 13, 200)
    first = [drawn(number, patience=patience) for number in numbers]
    again = [drawn(number, patience=patience) for number in reversed(numbers)]
    assert first == again[::-1]
    assert first[0] == first[3]


@both
def test_numbers_make_different_parties(patience: bool) -> None:
    made = chosen(patience)
    assert len({first.party for first in made}) == len(made)


def test_patience_is_had_only_where_it_is_asked_for() -> None:
    assert all(guest.more == () for first in chosen(False) for guest in guests(first))
    assert all(len(guest.more) == 1 for first in chosen(True) for guest in guests(first))


# --- what really happens -------------------------------------------------------------------------


class Played(NamedTuple):
    """A party as it went at a gate that keeps the rules."""

    happened: list[float]
    """When somebody came, or left the gate or its line."""
    fates: Counter[str]


def play(party: Party, places: int, stem: str) -> Played:
    """The party at the solution's gate, on a clock that costs nothing."""
    make = import_module(f"solutions.{stem}").PrioritySemaphore

    async def main() -> Played:
        loop, gate = asyncio.get_running_loop(), make(places)
        played = Played([], Counter())

        async def visit(guest: Guest) -> None:
            await asyncio.sleep(guest.comes)
            played.happened.append(loop.time())
            entered = False
            try:
                async with gate.acquire(guest.priority, *guest.more):
                    entered = True
                    how = "waited" if loop.time() > guest.comes else "walked in"
                    await asyncio.sleep(guest.stays)
            except TimeoutError:
                how = "gave up"
            except asyncio.CancelledError:
                how = "cut inside" if entered else "cut in line"
            played.fates[how] += 1
            if loop.time() > guest.comes:
                played.happened.append(loop.time())

        tasks = []
        for guest in sorted(party.guests, key=lambda guest: guest.comes):
            tasks.append(asyncio.create_task(visit(guest)))
            if guest.cut is not None:
                loop.call_at(guest.cut, tasks[-1].cancel)
        await asyncio.gather(*tasks)
        return played

    return run(main())


@cache
def all_played(patience: bool) -> list[tuple[Party, int, Played]]:
    return [
        (party, first.places, play(party, first.places, STEM[patience]))
        for first in chosen(patience)
        for party in parties(first)
    ]


@both
def test_no_two_things_happen_within_20_ms_of_each_other_nor_is_anybody_looking(
    patience: bool,
) -> None:
    nearest = []
    for party, _, played in all_played(patience):
        happened = sorted([*played.happened, *party.looks])
        nearest.append(min(later - earlier for earlier, later in pairwise(happened)))
    assert len(nearest) >= 40
    assert min(nearest) >= 0.02


@both
def test_what_is_expected_to_happen_is_what_happens(patience: bool) -> None:
    for party, places, played in all_played(patience):
        expected = moments(party, places, lambda guest: guest.priority)
        assert sorted(played.happened) == pytest.approx(sorted(expected))


# --- every kind of thing -------------------------------------------------------------------------


@both
def test_every_fate_befalls_somebody(patience: bool) -> None:
    fates: Counter[str] = Counter()
    for _, _, played in all_played(patience):
        fates += played.fates
    wanted = {"walked in", "waited", "cut in line", "cut inside"} | (
        {"gave up"} if patience else set()
    )
    assert set(fates) == wanted
    assert min(fates.values()) >= 5


@both
def test_parties_are_small_and_large_at_one_place_or_a_few(patience: bool) -> None:
    made = chosen(patience)
    assert {len(party.guests) for first in made for party in parties(first)} == set(range(3, 10))
    assert {first.places for first in made} == {1, 2, 3}
    assert {first.kind for first in made} == {"party"}
    assert all(len(party.looks) == 2 for first in made for party in parties(first))


@both
def test_guests_are_of_every_kind(patience: bool) -> None:
    here = [guest for first in chosen(patience) for guest in guests(first)]
    assert {guest.priority for guest in here} == {0, 1, 2, 3}
    assert {guest.error for guest in here} == {"", "Spoiled", "TimeoutError"}
    assert {guest.cut is None for guest in here} == {True, False}
    assert all(guest.cut is None or guest.cut >= guest.comes for guest in here)
    assert all(guest.stays > 0 and not (guest.error and guest.cut) for guest in here)


def test_patience_is_endless_none_at_all_or_something_between() -> None:
    ttls = [guest.more[0] for first in chosen(True) for guest in guests(first)]
    kinds = Counter("none" if ttl is None else "zero" if ttl == 0 else "some" for ttl in ttls)
    assert set(kinds) == {"none", "zero", "some"}
    assert min(kinds.values()) >= len(ttls) // 20


@both
def test_everybody_has_a_number_and_the_title_counts_them(patience: bool) -> None:
    for first in chosen(patience):
        numbers = [guest.number for guest in guests(first)]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        assert (
            first.title == f"{len(numbers)} guests in 4 parties, {counted(first.places, 'place')}"
        )


# --- those that show one thing each --------------------------------------------------------------


def test_every_kind_is_among_those_that_show_one_thing() -> None:
    assert {first.kind for first in DIRECTED} == {"line", "leaves", "back", "error"}
    assert len({first.title for first in DIRECTED}) == len(DIRECTED)


@pytest.mark.parametrize("first", DIRECTED, ids=lambda first: first.title)
def test_nobody_looks_while_somebody_goes_in_or_out(first: First) -> None:
    for party in parties(first):
        alone = party._replace(guests=tuple(g for g in party.guests if not g.after))
        behind = sorted(guest.comes for guest in alone.guests)[first.places :]
        happened = set(moments(alone, first.places, lambda guest: guest.priority)) - set(behind)
        for look in party.looks:
            assert min(abs(look - moment) for moment in happened) >= 0.02


@pytest.mark.parametrize("first", DIRECTED, ids=lambda first: first.title)
def test_guests_have_numbers_of_their_own_below_those_of_the_last_round(first: First) -> None:
    numbers = [guest.number for guest in guests(first)]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < LATER
    assert {guest.after for guest in guests(first)} <= {0, *numbers}


def test_a_line_forms_behind_a_holder_who_leaves_when_all_have_come() -> None:
    holder, *rest = line(4, 1, 3, stays=0.2)
    assert (holder.number, holder.priority, holder.comes) == (1, 5, 0.0)
    assert [(g.number, g.priority, g.comes, g.stays) for g in rest] == [
        (2, 4, 0.03, 0.2), (3, 1, 0.06, 0.2), (4, 3, 0.09, 0.2),
    ]  # fmt: skip
    assert holder.stays == pytest.approx(rest[-1].comes + 0.1)


def test_only_one_of_them_is_cut() -> None:
    assert [guest.cut for guest in cut(line(1, 2, 3), 3, 0.1)] == [None, None, 0.1, None]


# --- rounds --------------------------------------------------------------------------------------


def first_of(*guests: Guest, places: int = 1) -> First:
    return First("line", "by hand", places, Party(guests, looks=(0.1,)))


@pytest.mark.parametrize("places", [1, 2, 3])
def test_in_the_last_round_one_more_comes_than_there_are_places_and_all_are_looked_at(
    places: int,
) -> None:
    _, last = rounds(first_of(*line(1, 2), places=places))
    assert [guest.number for guest in last.guests] == [LATER + n for n in range(places + 1)]
    (look,) = last.looks
    happened = moments(last, places, lambda guest: guest.priority)
    assert min(abs(look - moment) for moment in happened) >= 0.02
    assert all(guest.comes < look < guest.comes + guest.stays for guest in last.guests)
    assert {(guest.priority, guest.cut, guest.error, guest.more) for guest in last.guests} == {
        (1, None, "", ()),
    }  # fmt: skip


def test_the_parts_of_a_service_are_its_guests_in_order_of_coming() -> None:
    first = first_of(Guest(1, 1, 0.3), Guest(2, 1, 0.0), Guest(3, 1, 0.1))

    def left(*kept: int) -> list[int]:
        return [guest.number for guest in rounds(first, kept)[0].guests]

    assert sorted(left()) == [1, 2, 3]
    assert (left(1), left(2), left(3), left(1, 3)) == ([2], [3], [1], [2, 1])


def test_a_smaller_service_is_looked_at_as_before_and_ends_with_the_same_round() -> None:
    first = first_of(*line(1, 2))
    whole, smaller = rounds(first), rounds(first, (2,))
    assert smaller[0].looks == (0.1,)
    assert smaller[-1] == whole[-1]


def test_places_are_counted_in_words() -> None:
    assert [counted(n, "place") for n in (1, 2, 3)] == ["1 place", "2 places", "3 places"]
