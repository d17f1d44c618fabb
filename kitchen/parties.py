"""Parties of guests at a gate: how they are scripted, and how their stories read in a ledger.

Checks look at properties of every start: who was waiting then, and was the right one taken? So a
gate that hands places over, one that polls and one on a Condition are judged alike. Two events
less than 20 ms apart decide nothing.
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from kitchen.grace import GRACE
from kitchen.world.ledger import Event, Ledger
from kitchen.world.script import Answer, Begin, Cancel, Round, Script, Step, Tell
from kitchen.world.supplier import Fate
from kitchen.world.wire import SECOND


class Guest(NamedTuple):
    """One guest as the script has it. Times are seconds after the round began."""

    number: int
    priority: int
    comes: float
    stays: float = math.inf
    """How long it stays once it is inside; inf: until it `leaves`."""
    leaves: float | None = None
    """When its stay ends, whenever it began. For two things in one turn."""
    cut: float | None = None
    """When it is cancelled, wherever it is."""
    error: str = ""
    """What it raises at the end of its stay: 'Spoiled', or 'TimeoutError' of its own."""
    lingers: bool = False
    """Whether it leaves one turn of the loop after its stay has ended."""
    after: int = 0
    """The number of the visit before it of the same person, who asks again as soon as that is
    over."""
    if_late: bool = False
    """Whether it asks again only if the visit before it brought no place in time."""
    more: tuple[Any, ...] = ()
    """Further arguments of acquire: its patience in seconds (None: without end), and for how long
    it has waited already when it asks for the first time (None: that isn't told). And whether it
    has set itself an end besides, a hair after that of its patience."""

    @property
    def patience(self) -> float:
        """How long it waits; inf: for ever. One of none or less doesn't wait at all."""
        ttl = self.more[0] if self.more else None
        return math.inf if ttl is None else max(0.0, ttl)

    @property
    def age(self) -> float | None:
        """For how long it has waited already when it asks for the first time; None: not told."""
        return self.more[1] if len(self.more) > 1 else None


class Party(NamedTuple):
    """Guests of one round, and when somebody looks whether the gate is locked.

    Steps of the same moment are in the order in which the script is to have them: by `order`.
    """

    guests: tuple[Guest, ...]
    looks: tuple[float, ...] = ()
    cut_first: bool = True
    """Where a guest is cut in the moment in which another leaves: which comes first."""
    elsewhere: tuple[float, ...] = ()
    """When somebody goes in at another gate of the same class, and out again after 0.1 s."""
    ageing: float = 0.0
    """By how much the number of one who waits falls per second."""


def script(parties: Sequence[Party]) -> Script:
    """The rounds of a service: one for each party."""
    rounds: list[Round] = []
    calls = 0
    for party in parties:
        steps: list[tuple[float, int, int, Step]] = []
        call_of = _calls(party, calls)
        calls += len(set(call_of.values()))
        for visits in persons(party):
            first, numbers = visits[0], [guest.number for guest in visits]
            how = (visits[-1].if_late, first.error, first.lingers)
            asked = (first.number, numbers, *how, first.priority, *first.more)
            steps.append((first.comes, 2, len(steps), Begin("guest", asked, first.comes)))
        for guest in party.guests:
            if guest.cut is not None:
                rank = 0 if party.cut_first else 3
                cancel = Cancel(call_of[guest.number], guest.cut)
                steps.append((guest.cut, rank, len(steps), cancel))
            if guest.leaves is not None:
                answer = Answer(guest.number, guest.leaves)
                steps.append((guest.leaves, 1, len(steps), answer))
        for place, at in enumerate(party.looks):
            steps.append((at, 4, len(steps), Tell("look", place, (), at)))
        for place, at in enumerate(party.elsewhere):
            steps.append((at, 4, len(steps), Tell("elsewhere", place, (0.1,), at)))
        steps.sort(key=lambda step: step[:3])
        rounds.append(tuple(step for *_, step in steps))
    return tuple(rounds)


def fates(parties: Iterable[Party]) -> Mapping[int | str, tuple[Fate, ...]]:
    """How long each guest stays, and whether it raises at the end."""
    return {
        guest.number: (Fate(guest.stays, "spoiled" if guest.error else "crate"),)
        for party in parties
        for guest in party.guests
    }


def _by_coming(party: Party) -> list[Guest]:
    return sorted(party.guests, key=lambda guest: guest.comes)


def persons(party: Party) -> list[tuple[Guest, ...]]:
    """The visits of each person, one after another; the persons in order of coming."""
    numbers = {guest.number for guest in party.guests}
    next_of = {guest.after: guest for guest in party.guests if guest.after in numbers}
    found = []
    for guest in _by_coming(party):
        if guest.after in numbers:
            continue
        visits = [guest]
        while visits[-1].number in next_of:
            visits.append(next_of[visits[-1].number])
        found.append(tuple(visits))
    return found


def _calls(party: Party, first: int) -> dict[int, int]:
    """In which call each guest makes its visit; calls are counted from `first`."""
    return {
        guest.number: call for call, visits in enumerate(persons(party), first) for guest in visits
    }


class Story(NamedTuple):
    """One guest as it went. Moments in nanoseconds; None: it never came to that."""

    guest: Guest
    round: int
    call: int
    came: int | None
    turn: int
    """Its place among those who came, for ties."""
    entered: int | None
    left: int | None
    """When its stay was over: delivered, failed or hung up."""
    cut: int | None
    ended: Event | None
    """How its visit ended."""
    hung_up: bool = False
    """Whether its stay was broken off."""
    late: int | None = None
    """When it had got no place in time, and was to ask again."""
    ages_from: int = 0
    """From when its waiting counts."""
    ageing: float = 0.0
    """By how much its number falls per second."""
    person: int = 0
    """The number of the same person's first visit, or 0 if this is it."""
    visit: int = 1

    @property
    def name(self) -> str:
        """'3', or '3 (visit 2)'."""
        return f"{self.person} (visit {self.visit})" if self.person else f"{self.guest.number}"

    @property
    def until(self) -> float:
        """When its patience ends, if it is still waiting then."""
        return math.inf if self.came is None else self.came + self.guest.patience * SECOND

    @property
    def gone(self) -> float:
        """When it no longer waited: in, or at its end."""
        ended = self.ended.at if self.ended else None
        moments = [m for m in (self.entered, self.late, ended) if m is not None]
        return min(moments, default=math.inf)

    def waits_at(self, moment: int) -> bool:
        """Whether it waited for a place then, beyond all doubt."""
        if self.came is None or self.came > moment - GRACE:
            return False
        return self.waits_until > moment + GRACE

    @property
    def waits_until(self) -> float:
        """When it no longer waited, or no longer had to."""
        return min(self.gone, self.until, math.inf if self.cut is None else self.cut)


def stories(ledger: Ledger, parties: Sequence[Party]) -> list[Story]:
    """What became of each guest, in the order of the script."""
    came: dict[int, tuple[int, int]] = {}
    entered: dict[int, int] = {}
    left: dict[int, int] = {}
    cut: dict[int, int] = {}
    late: dict[int, int] = {}
    ended: dict[int, Event] = {}
    broken: set[int] = set()
    for event in ledger:
        item = event.item
        if event.kind == "mark" and event.note == "came":
            came.setdefault(event.number, (event.at, len(came)))
        elif event.kind == "mark" and event.note == "late":
            late.setdefault(event.number, event.at)
        elif event.kind == "asked" and isinstance(item, int):
            entered.setdefault(item, event.at)
        elif event.kind in ("delivered", "failed", "hung up") and isinstance(item, int):
            left.setdefault(item, event.at)
            if event.kind == "hung up":
                broken.add(item)
        elif event.kind == "cut":
            cut[event.number] = event.at
        elif event.kind in ("returned", "raised", "cancelled"):
            ended[event.number] = event
    told = []
    calls = 0
    for number, party in enumerate(parties):
        people = persons(party)
        for call, visits in enumerate(people, calls):
            age = visits[0].age
            for place, guest in enumerate(visits):
                one, before = guest.number, visits[place - 1].number
                if place and guest.if_late and before not in late:
                    break  # it got a place, and had no need to ask again
                at, turn = came.get(one, (None, len(came)))
                first_came = came.get(visits[0].number, (0, 0))[0]
                since = (at or 0) if age is None else first_came - round(age * SECOND)
                told.append(
                    Story(
                        guest, number, call, at, turn, entered.get(one), left.get(one),
                        cut.get(call), ended.get(call), one in broken, late.get(one),
                        since, party.ageing, visits[0].number if place else 0, place + 1,
                    )
                )  # fmt: skip
        calls += len(people)
    return told


class Overtaken(NamedTuple):
    """Somebody got in before one who should have been next."""

    first: Story
    passed: Story


def overtaken(told: Sequence[Story], rank: Callable[[Story, int], Any]) -> Iterator[Overtaken]:
    """Every start at which one who waited should have been taken instead.

    `rank` orders those who wait at a moment: the lowest is next.
    """
    waits: dict[int, list[tuple[Story, int, float]]] = {}
    for story in told:
        if story.came is not None:
            waits.setdefault(story.round, []).append(
                (story, story.came + GRACE, story.waits_until - GRACE)
            )
    for first in told:
        moment = first.entered
        if moment is None:
            continue
        for passed, since, until in waits.get(first.round, ()):
            waited = since <= moment < until and passed is not first
            if waited and rank(passed, moment) < rank(first, moment):
                yield Overtaken(first, passed)


def by_priority(story: Story, moment: int) -> tuple[int, int]:
    """The most urgent next, ties by arrival."""
    return story.guest.priority, story.turn


class Aged:
    """How urgent one is that waits, its age included: the lowest is next.

    Two whose ranks are nearer than 20 ms of ageing are as good as equal; of equal priority the
    first who came is next, unless one of them has brought its age along.
    """

    def __init__(self, story: Story) -> None:
        self._priority = story.guest.priority
        self._rank = story.guest.priority + story.ageing * story.ages_from / SECOND
        self._margin = story.ageing * GRACE / SECOND
        self._turn = story.turn
        self._by_turn = story.guest.age is None or not story.ageing

    def __lt__(self, other: "Aged") -> bool:
        if self._by_turn and other._by_turn and self._priority == other._priority:
            return self._turn < other._turn
        return self._rank < other._rank - self._margin


def by_age(story: Story, moment: int) -> Aged:
    """The lowest effective priority is next. All age alike, so the moment makes no difference."""
    return Aged(story)


class Idle(NamedTuple):
    """A place was free while somebody waited."""

    waiting: Story
    since: int
    until: float


def idle_places(told: Sequence[Story], places: int) -> Iterator[Idle]:
    """Every stretch longer than the grace in which a place was free, somebody waited for it, and
    nobody went in."""
    for round in {story.round: None for story in told}:
        same = [story for story in told if story.round == round]
        free = list(_free(same, places))
        stops = [stop for _, stop in free]
        for story in same:
            if story.came is None:
                continue
            end = story.waits_until
            for start, stop in islice(free, bisect_right(stops, story.came), None):
                if start >= end:
                    break
                since, until = max(start, story.came), min(stop, end)
                if until - since > GRACE:
                    yield Idle(story, since, until)


def _free(same: Sequence[Story], places: int) -> Iterator[tuple[int, float]]:
    """From when until when there was a place free, cut at each moment in which somebody went in."""
    steps = sorted(
        [(s.entered, 1) for s in same if s.entered is not None]
        + [(s.left, -1) for s in same if s.entered is not None and s.left is not None],
        key=itemgetter(0),
    )
    inside, since = 0, 0
    for moment, together in groupby(steps, key=itemgetter(0)):
        changes = [change for _, change in together]
        if inside < places and (1 in changes or inside + sum(changes) >= places):
            yield since, moment
            since = moment
        elif inside >= places:
            since = moment
        inside += sum(changes)
    if inside < places:
        yield since, math.inf


def table(told: Sequence[Story], round: int) -> tuple[str, ...]:
    """A small party as people draw it: who came when, waited (.), was inside (=), was cut (x).

    A row for each person, whose visits follow one another in it.
    """
    told = [story for story in told if story.round == round and story.came is not None]
    if not told:
        return ()
    start = min(story.came or 0 for story in told)
    ends = [m for s in told for m in (s.came, s.entered, s.left, s.cut) if m is not None]
    step = max((max(ends) - start) / (_WIDTH - 1), SECOND // 100)
    rows: dict[int, list[Story]] = {}
    for story in sorted(told, key=lambda s: s.turn):
        rows.setdefault(story.call, []).append(story)
    lines = ["guest  priority  came    in      out"]
    for visits in rows.values():
        first = visits[0]
        entered = next((s.entered for s in visits if s.entered is not None), None)
        moments = "  ".join(_seconds(m, start) for m in (first.came, entered, visits[-1].left))
        signs = [_signs(visits, start + step * place, step) for place in range(_WIDTH)]
        row = "".join(signs).rstrip()
        number = first.person or first.guest.number
        lines.append(f"{number:>5}  {first.guest.priority:>8}  {moments}  {row}")
    return tuple(lines)


_WIDTH = 40


def _seconds(moment: int | None, start: int) -> str:
    return f"{(moment - start) / SECOND:<6.2f}" if moment is not None else f"{'-':<6}"


def _signs(visits: Sequence[Story], moment: float, step: float) -> str:
    """What a person does about then: of several things the weightiest."""
    signs = {_sign(story, moment, step) for story in visits}
    return next(sign for sign in "x=. " if sign in signs)


def _sign(story: Story, moment: float, step: float) -> str:
    if story.cut is not None and moment <= story.cut < moment + step:
        return "x"
    if story.entered is not None and story.entered < moment + step:
        return "=" if story.left is None or story.left > moment else " "
    if story.came is None or story.came >= moment + step:
        return " "
    return "." if story.gone > moment else " "


def moments(party: Party, places: int, key: Callable[[Guest], Any]) -> list[float]:
    """When something happens at a gate that keeps the rules, in seconds. `key`: lowest is next.

    For drawing parties in which no two things fall together; no check compares with it.
    """
    waiting: list[Guest] = []
    inside: dict[int, float] = {}  # number -> end of its stay
    happened: list[float] = []
    coming = sorted(party.guests, key=lambda g: g.comes)
    cuts = sorted(_ends_of_waiting(party.guests))
    while coming or inside or waiting or cuts:
        ends = min(inside.values(), default=math.inf)
        comes = coming[0].comes if coming else math.inf
        cut = cuts[0][0] if cuts else math.inf
        now = min(ends, comes, cut)
        if math.isinf(now):
            break
        if now == cut and now != comes:  # who comes without patience goes after it has come
            _, cancelled, gone = cuts.pop(0)
            if gone in waiting:
                waiting.remove(gone)
                happened.append(now)
            elif cancelled and inside.pop(gone.number, None) is not None:
                happened.append(now)
        elif now == ends:
            del inside[min(inside, key=lambda number: inside[number])]
            happened.append(now)
        else:
            waiting.append(coming.pop(0))
            happened.append(now)
        while waiting and len(inside) < places:
            first = min(waiting, key=lambda g: (key(g), g.comes))
            waiting.remove(first)
            ends = now + first.stays if first.leaves is None else max(now, first.leaves)
            inside[first.number] = ends
    return happened


def _ends_of_waiting(guests: Iterable[Guest]) -> Iterator[tuple[float, bool, Guest]]:
    """Each cancellation (True), and each end of somebody's patience (False)."""
    for guest in guests:
        if guest.cut is not None:
            yield guest.cut, True, guest
        if not math.isinf(guest.patience):
            yield guest.comes + guest.patience, False, guest


def apart(happened: Iterable[float], least: float) -> bool:
    """Whether no two moments are nearer than `least` seconds."""
    ordered = sorted(happened)
    return all(later - earlier >= least for earlier, later in pairwise(ordered))
