"""Parties that every gate has to serve: some that show one thing each, and as many as wanted that
chance draws. A last round of each service shows whether all places are still there.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from kitchen.numbers import counted
from kitchen.parties import Guest, Party, apart, moments, persons
from kitchen.parts import Parts
from kitchen.world import chance

LATER = 1_000
"""Guests of the last round are numbered from here."""

SPAN = 0.2
"""Seconds that a drawn party takes, for each pair of guests: enough for nothing to coincide."""

PRIORITIES = 4
"""Guests of drawn parties have priorities from 0 up."""

PARTIES = 4
"""Drawn parties of a service, one after another at the same gate."""

APART = 0.025
"""Seconds between any two things in a drawn party."""

STAY = 0.05
"""Seconds that those stay who always come back."""

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


def _never_empty() -> Party:
    """Four of the same priority wait, and while they go in one by one three more come."""
    comes = (0.03, 0.06, 0.09, 0.12, 0.4, 0.48, 0.56)
    rest = [Guest(2 + n, 1, moment, stays=0.07) for n, moment in enumerate(comes)]
    return Party((Guest(1, 1, 0.0, stays=0.3), *rest))


def _in_one_moment() -> Party:
    """Some of those who come in one turn have the same priority."""
    holder = Guest(1, 5, 0.0, stays=0.2)
    rest = [Guest(2 + n, priority, 0.05, stays=0.05) for n, priority in enumerate((2, 1, 2, 1, 2))]
    return Party((holder, *rest))


def _errors_inside() -> Party:
    """The first who waits raises inside, the next a TimeoutError of its own."""
    errors = {2: "Spoiled", 3: "TimeoutError"}
    return Party(tuple(g._replace(error=errors.get(g.number, "")) for g in line(3, 3, 4, 5)))


def _all_at_once() -> Party:
    """Three come in one turn, and one place is free."""
    return Party(tuple(Guest(7 + n, 3, 0.05, stays=0.1) for n in range(3)))


def _come_later() -> Party:
    """When the line has begun to move two more come: the least urgent, then the most urgent."""
    waiting = [Guest(21 + n, 3 + n, 0.02 + 0.02 * n, stays=0.15) for n in range(3)]
    later = (Guest(24, 9, 0.15, stays=0.05), Guest(25, 1, 0.2, stays=0.05))
    return Party((Guest(20, 5, 0.0, stays=0.1), *waiting, *later))


class First(NamedTuple):
    """What happens in a service before it is seen whether all places are still there."""

    kind: str
    title: str
    places: int
    party: Party
    more: tuple[Party, ...] = ()
    """Further parties at the same gate, each when the one before has gone."""

    @property
    def persons(self) -> list[tuple[int, int]]:
        """Who comes: of which party, and in which place of it."""
        return [
            (one, place)
            for one, party in enumerate((self.party, *self.more))
            for place in range(len(persons(party)))
        ]


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
    First(
        "line",
        "several come in one turn, some of equal priority",
        1,
        _in_one_moment(),
        (_all_at_once(),),
    ),
    First(
        "line",
        "2 wait; meanwhile somebody goes in and out at another gate",
        1,
        Party(line(1, 2), elsewhere=(0.02,)),
    ),
    First("back", "the same guest asks again at once, while two wait", 1, _at_once_again()),
    First(
        "line",
        "7 of the same priority, some of whom come while the line moves",
        1,
        _never_empty(),
        (_come_later(),),
    ),
)


def patient(guests: Sequence[Guest], **ttl: float) -> tuple[Guest, ...]:
    """The guests, those named like `g3` with this ttl, and the others without."""
    return tuple(g._replace(more=(ttl.get(f"g{g.number}"),)) for g in guests)


def _busy() -> Party:
    """Places change hands five times before the ttl of the least urgent ends."""
    holder = Guest(1, 5, 0.0, stays=0.05)
    urgent = [Guest(2 + n, 1, 0.03 + 0.05 * n, stays=0.05) for n in range(8)]
    last = Guest(10, 9, 0.02, stays=0.05)
    return Party(patient((holder, *urgent, last), g10=0.25))


def _alone(ttl: float, stays: float) -> Party:
    return Party((Guest(1, 1, 0.0, stays, more=(ttl,)),))


def _own_timeout() -> Party:
    guests = (g._replace(error="TimeoutError" if g.number == 2 else "") for g in line(1, 2))
    return Party(patient(tuple(guests), g2=0.9))


def _ttl_and_place(first: int = 1, lingers: bool = False) -> Party:
    """The holder leaves in the very moment in which the ttl of the next in line ends: before that,
    or after it if it `lingers`, and before the one whose ttl has ended can do anything."""
    holder = Guest(first, 5, 0.0, leaves=0.3, lingers=lingers)
    rest = (Guest(first + 1, 1, 0.05, 0.1), Guest(first + 2, 3, 0.1, 0.1))
    return Party(patient((holder, *rest), **{f"g{first + 1}": 0.25}))


def _many_give_up() -> Party:
    """Of thirteen in line eight give up. Without them the heap in which they came isn't one."""
    stays = (1, 9, 8, 3, 4)
    coming = (1, 5, 2, 9, 8, 3, 4, 20, 21, 22, 23, 24, 25)
    guests = line(*coming)
    holder = guests[0]._replace(stays=1.0)
    gone = {f"g{g.number}": 0.45 for g in guests[1:] if g.priority not in stays}
    return Party(patient((holder, *guests[1:]), **gone))


def _patience_of_the_rest() -> Party:
    """Five of seven in line are cancelled. Without them the heap of their ttls' ends isn't one."""
    ends = {0.8: 0.4, 0.85: 0.4, 1.6: None, 1.0: None, 1.2: 0.4, 1.7: 0.4, 1.8: 0.4}
    guests = [Guest(30, 5, 0.0, stays=2.0)]
    for n, (end, cut) in enumerate(ends.items(), 1):
        comes = 0.02 * n
        guests.append(Guest(30 + n, n, comes, 0.05, cut=cut, more=(end - comes,)))
    return Party(tuple(guests))


PATIENT = (
    First("ttl", "one gives up, two go on", 1, Party(patient(line(1, 2, 3), g2=0.1), (0.25,))),
    First("ttl", "nobody has a ttl", 1, Party(patient(line(4, 1, 3, 1)))),
    First("none", "ttl 0, and a place is free", 1, _alone(ttl=0, stays=0.1)),
    First("none", "ttl 0 and -1, none is free", 1, Party(patient(line(1, 1, 2), g2=0, g3=-1))),
    First("ttl", "a long stay on a short ttl", 1, _alone(ttl=0.1, stays=0.6)),
    First("error", "a TimeoutError of the guest's own, inside", 1, _own_timeout()),
    First("ttl", "places change hands before a ttl of 0.25 s ends", 1, _busy()),
    First("ttl", "a ttl of 0.13 s", 1, Party(patient(line(1, 2, 3), g2=0.13))),
    First(
        "ttl",
        "a place comes free in the moment in which a ttl ends",
        1,
        _ttl_and_place(),
        (_ttl_and_place(first=4, lingers=True),),
    ),
    First(
        "ttl",
        "8 of 13 in line give up, and the others keep their order",
        1,
        _many_give_up(),
        (_patience_of_the_rest(),),
    ),
)


def _cut_with_a_ttl() -> Party:
    """The holder leaves and the next in line, who has a ttl, is cancelled in the same turn."""
    party = _in_one_turn(cut_first=False)
    return party._replace(guests=patient(party.guests, g2=5.0))


def _two_timeouts() -> Party:
    """The next in line is cancelled by a timeout of its own, in the turn in which its ttl ends."""
    hurried = Guest(5, 1, 0.05, 0.05, more=(0.25, None, True))
    return Party((Guest(4, 5, 0.0, 0.5), hurried, Guest(6, 3, 0.1, 0.05)))


PATIENT_AND_CUT = First(
    "leaves",
    "the next in line, who has a ttl, is cancelled as the holder leaves, and as its ttl ends",
    1,
    _cut_with_a_ttl(),
    (_two_timeouts(),),
)
"""After the others: who swallows a cancellation is better told by them."""


def always_back(
    ageing: float,
    regulars: int,
    places: int,
    *,
    until: float,
    stays: float = STAY,
    ttl: float | None = None,
) -> Party:
    """Regulars of priority 0 who come back the moment they leave, and one guest of priority 10.

    The last digit of a visit's number tells whose it is: 1 is the guest. They come back until about
    `until` seconds. With a `ttl` the guest asks again whenever that has ended, and brings its age.
    """
    times = math.ceil(until * places / (regulars * stays))
    visits = [
        Guest(person + 10 * n, 0, 0.0, stays, after=person + 10 * (n - 1) if n else 0)
        for person in range(2, 2 + regulars)
        for n in range(times)
    ]
    tries = 1 if ttl is None else round(until / ttl)
    comes = 0.0 if ttl is None else 0.01  # a loop's time is 0.0 in the lab alone
    report = [
        Guest(1 + 10 * n, 10, comes, stays, after=10 * n - 9 if n else 0, if_late=bool(n))
        for n in range(tries)
    ]
    if ttl is not None:
        report = [visit._replace(more=(ttl, 0.0)) for visit in report]
    return Party((*visits, *report), ageing=ageing)


def stream(ageing: float, every: float, until: float) -> Party:
    """Alerts of priority 0, one after another, faster than the gate lets them in; and a report."""
    alerts = [Guest(2 + n, 0, round(every * n, 3), STAY) for n in range(round(until / every))]
    return Party((*alerts, Guest(1, 10, 0.01, STAY)), ageing=ageing)


def rush(number: int, ageing: float, first: int) -> Party:
    """Many come while a holder is inside, and go in one after another when it has left."""
    for attempt in range(1_000):
        draw = partial(chance.draw, after=chance.number(number, "rush", first, attempt))
        waiting = [
            Guest(
                first + one, int(5 * draw("priority", one)), round(0.05 + 3 * draw("comes", one), 3)
            )
            for one in range(1, 11)
        ]
        if apart((guest.comes for guest in waiting), APART):
            break
    holder = Guest(first, 0, 0.0, stays=3.2, more=(None,))
    later = [guest._replace(stays=STAY, more=(None,)) for guest in waiting]
    return Party((holder, *later), ageing=ageing)


def drawn(
    number: int, *, patience: bool = False, since: bool = False, ageing: float = 0.0
) -> First:
    """Parties that chance made: arrivals, priorities, stays, errors, cancellations.

    `patience`: some of the guests wait for so long and no longer. `since`: some have waited before
    they come. `ageing`: by how much the number of one who waits falls per second.
    """
    chosen = _Chosen(number, patience, since, ageing)
    places = 1 + int(3 * chance.draw(number, "places") * chance.draw(number, "more places"))
    parties: list[Party] = []
    for place in range(PARTIES):
        first = sum(len(party.guests) for party in parties) + 1
        rushing = ageing and place % 2
        parties.append(rush(number, ageing, first) if rushing else chosen.party(places, first))
    count = sum(len(party.guests) for party in parties)
    title = f"{count} guests in {PARTIES} parties, {counted(places, 'place')}"
    return First("party", title, places, parties[0], tuple(parties[1:]))


class _Chosen(NamedTuple):
    """What the parties of a service are made of."""

    number: int
    patience: bool
    since: bool
    ageing: float

    def party(self, places: int, first: int) -> Party:
        """A party in which no two things fall together. Its guests are numbered from `first`."""
        for attempt in range(1_000):
            these = chance.number(self.number, first, attempt)
            draw = partial(chance.draw, after=these)
            count = 3 + int(7 * draw("count"))
            span = (2 if self.patience else 1) * SPAN * count * count  # more can coincide
            guests = tuple(
                self._guest(first + one, _draw_for(these, one), span, span * places / count)
                for one in range(count)
            )
            looks = tuple(round(span * draw("look", one), 3) for one in range(2))
            party = Party(guests, looks, ageing=self.ageing)
            if apart([*moments(party, places, _rank(self.ageing)), *looks], APART):
                break
        return party

    def _guest(self, number: int, draw: "partial[float]", span: float, turn: float) -> Guest:
        comes = round(0.7 * span * draw("comes"), 3)
        fate = draw("fate")
        return Guest(
            number,
            int(PRIORITIES * draw("priority")),
            comes,
            round((0.1 + 0.9 * draw("stays")) * turn, 3),
            cut=round(comes + 1.2 * turn * draw("cut"), 3) if fate < 0.25 else None,
            error=ERRORS.get(int(20 * fate), ""),
            more=self._more(draw, span, turn),
        )

    def _more(self, draw: "partial[float]", span: float, turn: float) -> tuple[float | None, ...]:
        """A ttl: None, none at all, or so long that some get in and some don't. And an age."""
        if not self.patience:
            return ()
        kind = draw("patience")
        long = round((0.1 + 1.9 * draw("ttl")) * turn, 3)
        ttl = None if kind < 0.3 else 0 if kind < 0.4 else long
        if not self.since or draw("age") < 0.7:
            return (ttl,)
        return ttl, round(0.5 * span * draw("how old"), 3)


def _draw_for(these: int, one: int) -> "partial[float]":
    return partial(chance.draw, after=chance.number(one, after=these))


def _rank(ageing: float) -> Callable[[Guest], float]:
    return lambda guest: guest.priority + ageing * (guest.comes - (guest.age or 0.0))


def rounds(first: First, kept: Parts = ()) -> tuple[Party, ...]:
    """The rounds of a service, of one that was made smaller what is left; last comes a party that
    shows whether all places are there."""
    wanted = {first.persons[part - 1] for part in kept} if kept else set(first.persons)
    parties = []
    for one, party in enumerate((first.party, *first.more)):
        guests = tuple(
            guest
            for place, visits in enumerate(persons(party))
            if (one, place) in wanted
            for guest in visits
        )
        if guests or not kept:
            parties.append(party._replace(guests=guests))
    later = tuple(
        Guest(LATER + place, 1, 0.03 * place, stays=0.2) for place in range(first.places + 1)
    )
    return *parties, Party(later, looks=(0.15,))
