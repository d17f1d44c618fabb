"""Parties that every gate has to serve: twelve that show one thing each, and as many as wanted that
chance draws. Each is followed by a second round, which shows whether all places are still there.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from kitchen.parties import Guest, Party, apart, moments
from kitchen.parts import Parts
from kitchen.world import chance

LATER = 100
"""Guests of the second round are numbered from here."""

SPAN = 0.1
"""Seconds that a drawn party takes, for each pair of guests: enough for nothing to coincide."""

PRIORITIES = 4

APART = 0.025
"""Seconds between any two things in a drawn party."""

ERRORS = {5: "Spoiled", 6: "Spoiled", 7: "TimeoutError"}
"""What guests of a drawn party raise inside, in twentieths."""


def line(*priorities: int, stays: float = 0.05) -> tuple[Guest, ...]:
    """A holder, number 1, and those who come while it is inside, 30 ms apart."""
    holder = Guest(1, 5, 0.0, stays=0.03 * len(priorities) + 0.1)
    rest = [
        Guest(place + 2, priority, 0.03 * (place + 1), stays=stays)
        for place, priority in enumerate(priorities)
    ]
    return holder, *rest


def cut(guests: Sequence[Guest], number: int, at: float) -> tuple[Guest, ...]:
    return tuple(g._replace(cut=at) if g.number == number else g for g in guests)


def _in_one_turn(cut_first: bool) -> Party:
    """The holder leaves and the next in line is cancelled in the same turn."""
    holder = Guest(1, 5, 0.0, leaves=0.2)
    first = Guest(2, 1, 0.05, stays=0.05, cut=0.2)
    return Party((holder, first, Guest(3, 3, 0.1, stays=0.05)), (0.4,), cut_first)


def _two_at_once() -> Party:
    """Two who wait are cancelled in the turn in which both holders leave."""
    holders = (Guest(1, 5, 0.0, leaves=0.3), Guest(2, 5, 0.03, leaves=0.3))
    waiting = (Guest(3, 1, 0.06, 0.05, cut=0.3), Guest(4, 2, 0.09, 0.05, cut=0.3))
    return Party((*holders, *waiting, Guest(5, 3, 0.12, 0.05), Guest(6, 4, 0.15, 0.05)), (0.5,))


def _back_again() -> Party:
    """A guest who leaves asks again at the same priority in the very turn, while two wait."""
    holder = Guest(1, 1, 0.0, leaves=0.2)
    again = Guest(4, 1, 0.2, stays=0.05)
    return Party((holder, Guest(2, 1, 0.05, 0.05), Guest(3, 1, 0.1, 0.05), again))


def _at_once_again() -> Party:
    """The holder leaves and asks again at once, at the same priority, while two wait."""
    holder = Guest(1, 1, 0.0, stays=0.2)
    again = Guest(4, 1, 0.2, stays=0.05, after=1)
    return Party((holder, Guest(2, 1, 0.05, 0.05), Guest(3, 1, 0.1, 0.05), again))


def _in_one_moment() -> Party:
    """Some of those who come in one turn have the same priority."""
    holder = Guest(1, 5, 0.0, stays=0.2)
    rest = [Guest(2 + n, priority, 0.05, stays=0.05) for n, priority in enumerate((2, 1, 2, 1, 2))]
    return Party((holder, *rest))


def _errors_inside() -> Party:
    """The first who waits raises inside, the next a TimeoutError of its own."""
    errors = {2: "Spoiled", 3: "TimeoutError"}
    return Party(tuple(g._replace(error=errors.get(g.number, "")) for g in line(3, 3, 4, 5)))


class First(NamedTuple):
    """The first round of a service."""

    kind: str
    title: str
    places: int
    party: Party


DIRECTED = (
    First(
        "line",
        "7 wait behind a holder, some of equal priority",
        1,
        Party(line(4, 1, 3, 1, 9, 3, 2), looks=(0.2,)),
    ),
    First(
        "leaves",
        "7 wait behind a holder; the first in line is cancelled",
        1,
        Party(cut(line(50, 1, 8, 60, 70, 9, 10), 3, 0.25)),
    ),
    First(
        "leaves",
        "7 wait behind a holder; one in the middle is cancelled",
        1,
        Party(cut(line(1, 50, 2, 60, 70, 3, 4), 3, 0.25)),
    ),
    First(
        "leaves",
        "the next in line is cancelled, then the holder leaves, in one turn",
        1,
        _in_one_turn(cut_first=True),
    ),
    First(
        "leaves",
        "the holder leaves, then the next in line is cancelled, in one turn",
        1,
        _in_one_turn(cut_first=False),
    ),
    First("leaves", "two leave and the next two are cancelled, in one turn", 2, _two_at_once()),
    First("back", "who leaves comes again in the same turn, while two wait", 1, _back_again()),
    First("error", "one raises inside, the next a TimeoutError of its own", 1, _errors_inside()),
    First("error", "the holder is cancelled inside", 1, Party(cut(line(2, 3, 4), 1, 0.12))),
    First("line", "several come in one turn, some of equal priority", 1, _in_one_moment()),
    First(
        "line",
        "2 wait; meanwhile somebody goes in and out at another gate",
        1,
        Party(line(1, 2), elsewhere=(0.02,)),
    ),
    First("back", "the same guest asks again at once, while two wait", 1, _at_once_again()),
)


def drawn(number: int, *, patience: bool = False) -> First:
    """A party that chance made: arrivals, priorities, stays, errors, cancellations.

    `patience`: some of the guests wait for so long and no longer.
    """
    for attempt in range(1_000):
        draw = partial(chance.draw, number, attempt)
        count, places = 3 + int(7 * draw("count")), 1 + int(3 * draw("places") * draw("places"))
        span = (2 if patience else 1) * SPAN * count * count  # more can coincide
        guests = tuple(
            _guest(one, draw, span, span * places / count, patience) for one in range(count)
        )
        looks = tuple(round(span * draw("look", one), 3) for one in range(2))
        party = Party(guests, looks)
        if apart([*moments(party, places, lambda guest: guest.priority), *looks], APART):
            break
    return First("party", f"{count} guests, {count_of(places)}", places, party)


def _guest(one: int, draw: "partial[float]", span: float, turn: float, patience: bool) -> Guest:
    comes = round(0.7 * span * draw("comes", one), 3)
    fate = draw("fate", one)
    return Guest(
        one + 1,
        int(PRIORITIES * draw("priority", one)),
        comes,
        round((0.1 + 0.9 * draw("stays", one)) * turn, 3),
        cut=round(comes + 0.6 * span * draw("cut", one), 3) if fate < 0.25 else None,
        error=ERRORS.get(int(20 * fate), ""),
        more=_patience(one, draw, turn) if patience else (),
    )


def _patience(one: int, draw: "partial[float]", turn: float) -> tuple[float | None]:
    """None, none at all, or so long that some get in and some don't."""
    kind = draw("patience", one)
    if kind < 0.3:
        return (None,)
    return (0 if kind < 0.4 else round((0.1 + 1.9 * draw("ttl", one)) * turn, 3),)


def rounds(first: First, kept: Parts = ()) -> tuple[Party, Party]:
    """Both rounds of a service; of the first one, if it was made smaller, what is left."""
    guests = sorted(first.party.guests, key=lambda g: g.comes)
    left = tuple(guests[place - 1] for place in kept) if kept else tuple(guests)
    later = tuple(
        Guest(LATER + place, 1, 0.03 * place, stays=0.2) for place in range(first.places + 1)
    )
    return first.party._replace(guests=left), Party(later, looks=(0.15,))


def count_of(places: int) -> str:
    """'1 place', '2 places'."""
    return f"{places} place" + "s" * (places > 1)
