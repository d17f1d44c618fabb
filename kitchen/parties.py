"""Parties of guests at a gate: how they are scripted, and how their stories read in a ledger.

Checks look at properties of every start: who was waiting then, and was the right one taken? So a
gate that hands places over, one that polls and one on a Condition are judged alike. Two events
less than 20 ms apart decide nothing.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
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
    after: int = 0
    """The number of a first visit of the same person, who asks again as soon as that is over."""
    more: tuple[Any, ...] = ()
    """Further arguments of acquire: first its patience in seconds, None: without end."""

    @property
    def patience(self) -> float:
        """How long it waits; inf: for ever. One of none or less doesn't wait at all."""
        ttl = self.more[0] if self.more else None
        return math.inf if ttl is None else max(0.0, ttl)


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


def script(parties: Sequence[Party]) -> Script:
    """The rounds of a service: one for each party."""
    rounds: list[Round] = []
    calls = 0
    for party in parties:
        steps: list[tuple[float, int, int, Step]] = []
        call_of = _calls(party, calls)
        calls += len(set(call_of.values()))
        again = _second_visits(party)
        for guest in _by_coming(party):
            if guest not in again.values():
                back = again[guest.number].number if guest.number in again else 0
                asked = (guest.number, back, guest.error, guest.priority, *guest.more)
                steps.append((guest.comes, 2, len(steps), Begin("guest", asked, guest.comes)))
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


def _second_visits(party: Party) -> dict[int, Guest]:
    """Those that follow a visit of the same person, by the number of that one."""
    numbers = {guest.number for guest in party.guests}
    return {guest.after: guest for guest in party.guests if guest.after in numbers}


def _calls(party: Party, first: int) -> dict[int, int]:
    """In which call each guest makes its visit; calls are counted from `first`."""
    again = _second_visits(party)
    alone = [guest for guest in _by_coming(party) if guest not in again.values()]
    calls = {guest.number: call for call, guest in enumerate(alone, first)}
    return calls | {guest.number: calls[number] for number, guest in again.items()}


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

    @property
    def until(self) -> float:
        """When its patience ends, if it is still waiting then."""
        return math.inf if self.came is None else self.came + self.guest.patience * SECOND

    @property
    def gone(self) -> float:
        """When it no longer waited: in, or at its end."""
        moments = [
            m for m in (self.entered, self.ended.at if self.ended else None) if m is not None
        ]
        return min(moments, default=math.inf)

    def waits_at(self, moment: int) -> bool:
        """Whether it waited for a place then, beyond all doubt."""
        if self.came is None or self.came > moment - GRACE:
            return False
        end = min(self.gone, self.until, math.inf if self.cut is None else self.cut)
        return end > moment + GRACE


def stories(ledger: Ledger, parties: Sequence[Party]) -> list[Story]:
    """What became of each guest, in the order of the script."""
    came: dict[int, tuple[int, int]] = {}
    entered: dict[int, int] = {}
    left: dict[int, int] = {}
    cut: dict[int, int] = {}
    ended: dict[int, Event] = {}
    broken: set[int] = set()
    for event in ledger:
        item = event.item
        if event.kind == "mark" and event.note == "came":
            came.setdefault(event.number, (event.at, len(came)))
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
    for round, party in enumerate(parties):
        call_of = _calls(party, calls)
        calls += len(set(call_of.values()))
        for guest in _by_coming(party):
            one, call = guest.number, call_of[guest.number]
            at, turn = came.get(one, (None, len(came)))
            told.append(
                Story(
                    guest, round, call, at, turn, entered.get(one), left.get(one),
                    cut.get(call), ended.get(call), one in broken,
                )
            )  # fmt: skip
    return told


class Overtaken(NamedTuple):
    """Somebody got in before one who should have been next."""

    first: Story
    passed: Story


def overtaken(told: Sequence[Story], rank: Callable[[Story, int], Any]) -> Iterator[Overtaken]:
    """Every start at which one who waited should have been taken instead.

    `rank` orders those who wait at a moment: the lowest is next.
    """
    for first in told:
        moment = first.entered
        if moment is None:
            continue
        for passed in told:
            if passed.round != first.round or passed is first or not passed.waits_at(moment):
                continue
            if rank(passed, moment) < rank(first, moment):
                yield Overtaken(first, passed)


def by_priority(story: Story, moment: int) -> tuple[int, int]:
    """The most urgent next, ties by arrival."""
    return story.guest.priority, story.turn


class Idle(NamedTuple):
    """A place was free while somebody waited."""

    waiting: Story
    since: int
    until: float


def idle_places(told: Sequence[Story], places: int) -> Iterator[Idle]:
    """Every stretch longer than the grace in which a place was free and somebody waited for it."""
    for story in told:
        if story.came is None:
            continue
        end = min(story.gone, story.until, math.inf if story.cut is None else story.cut)
        same = [other for other in told if other.round == story.round and other is not story]
        moments = sorted(
            {story.came, *(other.left for other in same if other.left is not None)}
            | {other.entered for other in same if other.entered is not None}
        )
        free_since: int | None = None
        for moment in [m for m in moments if story.came <= m < end]:
            inside = sum(
                other.entered is not None
                and other.entered <= moment
                and (other.left is None or other.left > moment)
                for other in same
            )
            if inside < places:
                free_since = moment if free_since is None else free_since
            elif free_since is not None:
                if moment - free_since > GRACE:
                    yield Idle(story, free_since, moment)
                free_since = None
        if free_since is not None and end - free_since > GRACE:
            yield Idle(story, free_since, end)


def table(told: Sequence[Story], round: int) -> tuple[str, ...]:
    """A small party as people draw it: who came when, waited (.), was inside (=), was cut (x)."""
    told = [story for story in told if story.round == round and story.came is not None]
    if not told:
        return ()
    start = min(story.came or 0 for story in told)
    ends = [m for s in told for m in (s.came, s.entered, s.left, s.cut) if m is not None]
    step = max((max(ends) - start) / (_WIDTH - 1), SECOND // 100)
    lines = ["guest  priority  came    in      out"]
    for story in sorted(told, key=lambda s: s.turn):
        moments = "  ".join(_seconds(m, start) for m in (story.came, story.entered, story.left))
        row = "".join(_sign(story, start + step * place, step) for place in range(_WIDTH))
        lines.append(
            f"{story.guest.number:>5}  {story.guest.priority:>8}  {moments}  {row.rstrip()}"
        )
    return tuple(lines)


_WIDTH = 40


def _seconds(moment: int | None, start: int) -> str:
    return f"{(moment - start) / SECOND:<6.2f}" if moment is not None else f"{'-':<6}"


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
        if now == cut:
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
