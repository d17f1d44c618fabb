"""What is promised of any gate that guests go through: by priority, and nothing lost or made.

Functions over one service's ledger, for the cases whose subject is such a gate. What differs
between them stands in their `Rules`.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from kitchen.case import Check, Clues, Entry, Finding, Measure, Served, Service
from kitchen.grace import GRACE
from kitchen.numbers import counted, counted_were
from kitchen.parties import (
    Idle,
    Overtaken,
    Party,
    Story,
    fates,
    idle_places,
    overtaken,
    script,
    stories,
    table,
)
from kitchen.parts import Parts
from kitchen.visits import First, rounds
from kitchen.world.ledger import Ledger
from kitchen.world.supplier import Conditions
from kitchen.world.wire import SECOND

ENTRY = Entry("PrioritySemaphore", ("value",), "class")

DOOR = 1_000
"""The supplier's own limit: it is the gate that is judged."""

KEPT = 8
"""Ledgers whose reading is kept, since each check of a service asks for it."""


class Rules(NamedTuple):
    """One case's gate: who comes to it in which service, and who is next."""

    first: Callable[[int], First]
    """What happens in a service, by its number."""
    rank: Callable[[Story, int], Any]
    """Who is next of those who wait at a moment: the lowest."""
    entry: Entry = ENTRY

    def service(self, number: int, kept: Parts = ()) -> Service:
        """Service `number`, or what is left of it if it was made smaller."""
        return self._service(number, self.first(number), _rounds(self.first, number, kept))

    def made_of(self, first: First) -> Service:
        """The first service, if this were what happens in it."""
        return self._service(1, first, rounds(first))

    def _service(self, number: int, first: First, parties: Sequence[Party]) -> Service:
        return Service(
            number,
            first.kind,
            first.title,
            self.entry,
            Conditions(limit=DOOR, fates=fates(parties)),
            script(parties),
            stage="gate",
            given=(first.places, {"ageing": first.party.ageing})
            if "ageing" in self.entry.arguments
            else (first.places,),
        )

    def told(self, served: Served) -> list[Story]:
        """What became of each guest."""
        return _told(self.first, served.service.number, served.service.kept, served.ledger)

    def overtaken(self, served: Served) -> tuple[Overtaken, ...]:
        """Every start at which one who waited should have been taken instead."""
        return _overtaken(self, served.service.number, served.service.kept, served.ledger)

    def last(self, served: Served) -> int:
        """The number of the last round, from 0."""
        return len(_rounds(self.first, served.service.number, served.service.kept)) - 1

    def places(self, service: Service) -> int:
        """How many may be inside at once."""
        return self.first(service.number).places

    def persons(self, service: Service) -> int:
        """How many come before the last round, when nobody is left out."""
        return len(self.first(service.number).persons)

    def check(
        self,
        title: Callable[[Service], str],
        promise: Callable[["Rules", Served], Finding],
        kinds: frozenset[str],
    ) -> Check:
        """A promise of every gate, put to this one."""
        return Check(title, partial(promise, self), kinds)

    def picture(self, clues: Clues) -> tuple[str, ...]:
        """The round in which it was seen, as people draw it."""
        return table(self.told(clues.served), clues.round)


# A ledger, as a key, is equal to itself only.


@lru_cache(KEPT)
def _told(first: Callable[[int], First], number: int, kept: Parts, ledger: Ledger) -> list[Story]:
    return stories(ledger, _rounds(first, number, kept))


@lru_cache(KEPT)
def _overtaken(rules: Rules, number: int, kept: Parts, ledger: Ledger) -> tuple[Overtaken, ...]:
    return tuple(overtaken(_told(rules.first, number, kept, ledger), rules.rank))


@lru_cache(KEPT)
def _first_idle(rules: Rules, number: int, kept: Parts, ledger: Ledger) -> Idle | None:
    told = _told(rules.first, number, kept, ledger)
    return next(idle_places(told, rules.first(number).places), None)


@lru_cache(1024)
def _rounds(first: Callable[[int], First], number: int, kept: Parts) -> tuple[Party, ...]:
    """Kept, since what is scripted before a service is looked at again after it."""
    return rounds(first(number), kept)


def _longest_wait(ledger: Ledger) -> float | None:
    """Seconds that somebody waited in the first round, to be let in or to give up; None: somebody
    waits for ever. Each guest of it comes once, in the order of their numbers, which is that of the
    calls."""
    first = ledger.part(0)
    entered = {event.item: event.at for event in first.of("asked")}
    waits = []
    for event in first.marks("came"):
        out = first.end_of(event.number - 1)
        until = entered.get(event.number, out.at if out else None)
        if until is None:
            return None
        waits.append(until - event.at)
    return max(waits, default=0) / SECOND


LONGEST_WAIT = Measure("longest wait", _longest_wait)


def within_places(rules: Rules, served: Served) -> Finding:
    """Never more inside than there are places."""
    peak, places = served.ledger.peak, rules.places(served.service)
    if not peak:
        return Finding(False, "nobody got in", f"Nobody ever got in. {_errors(served)}".strip())
    are = "is" if places == 1 else "are"
    seen = f"At one moment {peak} were inside, and there {are} {counted(places, 'place')}."
    return Finding(peak <= places, f"peak {peak}", seen)


def right_one_next(rules: Rules, served: Served) -> Finding:
    """A free place goes at once to the most urgent who waits, ties by arrival."""
    told = rules.told(served)
    for first, passed in rules.overtaken(served):
        if not walked_in(first, told):
            return _wrong_turn(first, passed)
    return _unserved(served, told) or _idle(rules, served) or Finding(True)


def leaving_costs_nothing(rules: Rules, served: Served) -> Finding:
    """Who is cancelled while waiting is out at once, and nobody else feels it."""
    told = rules.told(served)
    for story in told:
        if story.cut is None or (story.entered is not None and story.entered < story.cut):
            continue
        if story.ended is None or (story.entered is None and story.ended.at > story.cut + GRACE):
            seen = f"Guest {story.name} was cancelled while it waited, and stayed in line."
            return Finding(False, f"guest {story.name} stays", seen)
        if story.ended.kind == "raised":
            return _raised(served, story)
        if story.entered is not None and story.entered > story.cut + GRACE:
            seen = f"Guest {story.name} was cancelled while it waited, and got in later."
            return Finding(False, f"guest {story.name} got in", seen)
    return _unserved(served, told) or _idle(rules, served) or Finding(True)


def places_are_kept(rules: Rules, served: Served) -> Finding:
    """When all is quiet exactly as many as there are places can be inside."""
    last, places = rules.last(served), rules.places(served.service)
    later = served.ledger.part(last)
    inside = later.peak
    seen = f"When all was quiet, {inside} of {places + 1} could be inside at once, not {places}."
    if inside != places:
        return Finding(False, f"{inside} of {counted(places, 'place')} left", seen)
    return _unserved(served, [s for s in rules.told(served) if s.round == last]) or Finding(True)


def errors_pass(rules: Rules, served: Served) -> Finding:
    """What a guest raises inside comes out as it is, cancellation included."""
    told = rules.told(served)
    same = {e.number: e.item for e in served.ledger.of("mark") if e.note == "same"}
    for story in told:
        who, end = story.name, story.ended
        if story.entered is None or end is None:
            continue
        if story.cut is not None and story.cut > story.entered:
            if end.kind != "cancelled" or end.at > story.cut + GRACE:
                how = "It did not end so."
                if end.kind == "raised":
                    how = _raised(served, story).seen
                elif end.kind == "cancelled":
                    how = f"It ended so {(end.at - story.cut) / SECOND:.2f} s later."
                seen = f"Guest {who} was cancelled inside. {how}"
                return Finding(False, f"guest {who} wasn't", seen)
        elif story.guest.error and same.get(story.guest.number) != 1:
            raised = served.errors.get(story.call)
            came = f"{raised.type}: {raised.text}" if raised else "nothing"
            seen = f"Guest {who} raised {story.guest.error} inside; what came out was {came}."
            return Finding(False, f"guest {who}", seen)
    return _unserved(served, told) or _idle(rules, served) or Finding(True)


def nobody_slips_past(rules: Rules, served: Served) -> Finding:
    """A newcomer goes behind those who wait and are as urgent."""
    told = rules.told(served)
    for first, passed in rules.overtaken(served):
        if walked_in(first, told):
            return _wrong_turn(first, passed)
    return Finding(True)


def locked_is_true(rules: Rules, served: Served) -> Finding:
    """`locked()` is true exactly when a newcomer would have to wait."""
    told = rules.told(served)
    for look in served.ledger.of("mark"):
        if look.note != "locked":
            continue
        here = [s for s in told if s.round == look.round]
        inside = sum(
            s.entered is not None and s.entered <= look.at and (s.left is None or s.left > look.at)
            for s in here
        )
        if isinstance(look.item, str):
            seen = f"`locked()` raised {look.item}."
            return Finding(False, f"raised {look.item}", seen)
        full = inside >= rules.places(served.service)
        if bool(look.item) != full:
            said = "locked" if look.item else "not locked"
            at = _at(look.at, served.ledger, look.round)
            places = rules.places(served.service)
            taken = f"{inside} of {counted_were(places, 'place')} taken"
            seen = f"{at} {taken}; `locked()` said {said}."
            return Finding(False, f"said {said}", seen)
    return Finding(True)


def walked_in(story: Story, told: Sequence[Story]) -> bool:
    """Whether a guest got in without having waited.

    Who came, however shortly, before the place came free stood in line, and was chosen from it.
    """
    assert story.came is not None
    assert story.entered is not None
    if story.entered > story.came + GRACE:
        return False
    left = (s.left for s in told if s.round == story.round and s.left is not None)
    return not any(story.came < moment <= story.entered for moment in left)


def _at(moment: int, ledger: Ledger, round: int) -> str:
    start = next((event.at for event in ledger.part(round)), 0)
    return f"At {(moment - start) / SECOND:.2f} s"


def _wrong_turn(first: Story, passed: Story) -> Finding:
    one, other = first.guest, passed.guest
    equals = one.priority == other.priority
    if first.ageing and not (equals and abs(first.ages_from - passed.ages_from) <= GRACE):
        moment = first.entered or 0
        seen = (
            f"Guest {first.name} got in while guest {passed.name} waited, whose effective priority "
            f"was lower: {_effective(passed, moment)}, against {_effective(first, moment)}."
        )
    elif equals:
        seen = (
            f"Guest {first.name} got in before guest {passed.name}, who had come earlier and has "
            f"the same priority, {one.priority}."
        )
    else:
        seen = (
            f"Guest {first.name} (priority {one.priority}) got in while guest {passed.name} "
            f"(priority {other.priority}) waited."
        )
    return Finding(False, f"guest {first.name} before {passed.name}", seen, first.round)


def _effective(story: Story, moment: int) -> str:
    waited = (moment - story.ages_from) / SECOND
    now = story.guest.priority - story.ageing * waited
    return f"{now:.2f} ({story.guest.priority} - {story.ageing:g} x {waited:.2f} s)"


def _unserved(served: Served, told: Sequence[Story]) -> Finding | None:
    """Somebody who was not cancelled did not get in, or came out with an error not its own."""
    for story in told:
        who = story.name
        if story.cut is not None or gave_up(served, story):
            continue
        if story.ended is not None and story.ended.kind == "raised" and not story.guest.error:
            return _raised(served, story)
        if story.ended is not None and story.ended.kind == "cancelled":
            seen = f"Guest {who} ended as cancelled, and nobody had cancelled it."
            return Finding(False, f"guest {who} cancelled", seen)
        if story.entered is None:
            if story.ended is not None and story.ended.kind == "raised":
                return _raised(served, story)
            return Finding(False, f"guest {who} never in", f"Guest {who} never got in.")
    return None


def gave_up(served: Served, story: Story) -> bool:
    """Whether a guest's patience ended before it had a place, and it was told so."""
    if story.entered is not None or math.isinf(story.until):
        return False
    if story.late is not None or story.ended is None:
        return story.late is not None
    return story.ended.kind == "raised" and served.errors[story.call].type == "TimeoutError"


def told_in_time(rules: Rules, served: Served) -> Finding:
    """Who has no place when its patience ends gets TimeoutError then: no earlier, no later."""
    worst = 0.0
    for story in rules.told(served):
        who, ttl = story.name, story.guest.more[0] if story.guest.more else None
        if story.came is None or ttl is None or story.guest.patience == 0:
            continue
        late = (story.gone - story.until) / SECOND
        if story.entered is not None and late > GRACE / SECOND:
            seen = f"Guest {who} got in {late:.2f} s after its ttl of {ttl:g} s had ended."
            return Finding(False, f"{late:.2f} s late", seen)
        cut = story.cut is not None and story.cut < story.until + GRACE
        if story.entered is not None or cut:
            continue
        if not gave_up(served, story):
            return _not_told(served, story, f"its ttl of {ttl:g} s")
        if late > GRACE / SECOND:
            seen = f"Guest {who} was told {late:.2f} s after its ttl of {ttl:g} s had ended."
            return Finding(False, f"{late:.2f} s late", seen)
        if late < -GRACE / SECOND:
            seen = f"Guest {who} was told {-late:.2f} s before its ttl of {ttl:g} s had ended."
            return Finding(False, f"{-late:.2f} s early", seen)
        worst = max(worst, late)
    return _unserved(served, rules.told(served)) or Finding(True, f"worst +{worst:.2f} s")


def stay_is_not_cut(rules: Rules, served: Served) -> Finding:
    """The ttl bounds the wait: a guest inside is not disturbed."""
    for story in rules.told(served):
        if story.entered is None or story.cut is not None:
            continue
        if story.hung_up:
            stayed = ((story.left or 0) - story.entered) / SECOND
            seen = f"Guest {story.name} was inside, and thrown out after {stayed:.2f} s."
            return Finding(False, f"thrown out after {stayed:.2f} s", seen)
    return Finding(True)


def no_patience(rules: Rules, served: Served) -> Finding:
    """A ttl of 0 or less: in at once, or out at once; None: waits for as long as it takes."""
    told = rules.told(served)
    for story in told:
        if story.guest.patience > 0 or story.came is None or not story.guest.more:
            continue
        who, ttl = story.name, story.guest.more[0]
        same = [s for s in told if s.round == story.round and s is not story]
        inside = sum(
            s.entered is not None
            and s.entered < story.came - GRACE
            and (s.left is None or s.left > story.came + GRACE)
            for s in same
        )
        ahead = any(s.waits_at(story.came) for s in same)
        if inside >= rules.places(served.service) or ahead:
            if story.entered is not None:
                seen = f"Guest {who} came with ttl {ttl} while all places were taken, and got in."
                return Finding(False, f"guest {who} got in", seen)
            if not gave_up(served, story):
                return _not_told(served, story, f"ttl {ttl}")
        elif story.entered is None and not any(_stirs_about(s, story.came) for s in same):
            seen = f"Guest {who} came with ttl {ttl}, a place was free, and it did not get in."
            return Finding(False, f"guest {who} not in", seen)
        late = min(story.gone, math.inf if story.cut is None else story.cut) - story.came
        if late > GRACE:
            if math.isinf(late):
                return _not_told(served, story, f"ttl {ttl}")
            what = "got in" if story.entered is not None else "was told"
            seen = f"Guest {who} came with ttl {ttl} and {what} {late / SECOND:.2f} s later."
            return Finding(False, f"{late / SECOND:.2f} s late", seen)
    return _unserved(served, told) or Finding(True)


def all_served(rules: Rules, served: Served) -> Finding:
    """Everybody gets in who does not leave the line, and nobody waits beside a free place."""
    told = rules.told(served)
    return _unserved(served, told) or _idle(rules, served) or Finding(True)


def memory_is_freed(served: Served, crowd: int, most: int) -> Finding:
    """When a crowd has come and given up, no more than so many objects are left."""
    more = next((e.item for e in served.ledger.of("mark") if e.note == "objects"), None)
    if not isinstance(more, int):
        error = next(iter(served.errors.values()), None)
        how = (
            f"It ended with {error.type}: {error.text}." if error else "It did not come to its end."
        )
        return Finding(False, "no figure", how)
    seen = f"When {crowd} guests had come and given up, {more} more objects were there than before."
    if more < most:
        return Finding(True)
    return Finding(False, f"{more} more objects", seen)


def _stirs_about(story: Story, moment: int) -> bool:
    """Whether a guest comes, goes in, leaves or waits about then: a free place may be his."""
    steps = (story.came, story.entered, story.left)
    if any(step is not None and abs(step - moment) <= GRACE for step in steps):
        return True
    return story.came is not None and story.came <= moment <= story.gone


def _not_told(served: Served, story: Story, why: str) -> Finding:
    """A guest without a place did not get its TimeoutError."""
    who = story.name
    if story.ended is None:
        return Finding(False, f"guest {who} waits", f"Guest {who} still waits, after {why}.")
    if story.ended.kind == "raised":
        return _raised(served, story)
    seen = f"Guest {who} got no place, and no TimeoutError at the end of {why}."
    return Finding(False, f"guest {who} wasn't told", seen)


def _raised(served: Served, story: Story) -> Finding:
    error = served.errors[story.call]
    text = f"{error.type}: {error.text}" if error.text else error.type
    who = story.name
    return Finding(False, f"guest {who}: {error.type}", f"Guest {who} got {text}.")


def _errors(served: Served) -> str:
    error = next(iter(served.errors.values()), None)
    return f"The first got {error.type}: {error.text}." if error else ""


def _idle(rules: Rules, served: Served) -> Finding | None:
    found = _first_idle(rules, served.service.number, served.service.kept, served.ledger)
    if found is None:
        return None
    seconds = (found.until - found.since) / SECOND
    seen = f"A place stood free for {seconds:.2f} s while guest {found.waiting.name} waited."
    return Finding(False, f"free for {seconds:.2f} s", seen)
