"""Stays at a door whose lock is a lease: who was inside when, and what of that is allowed.

A lease begins somewhere within `acquire`, at a moment that only the lock knows. So what is judged
leaves room: a stay is given the earliest beginning that helps it, where its branch was frozen
between coming and being in.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kitchen.case import Service
from kitchen.grace import GRACE
from kitchen.world.ledger import Ledger
from kitchen.world.order import looks
from kitchen.world.script import Begin
from kitchen.world.wire import SECOND

NEVER = 1 << 62

FOR_EVER = 1e6
"""Seconds of a lease that does not end."""


class Stay(NamedTuple):
    """One visit, as far as it came. Moments in nanoseconds; NEVER: it did not happen."""

    number: int
    branch: int
    came: int
    entered: int
    leaves: int
    """When it began to give the lock back."""
    ended: int
    """When that had been done, or refused."""
    refused: bool
    stopped: int
    """When its branch was killed, if it was in this visit."""
    frozen: tuple[int, ...]
    """When its branch was frozen, in this visit."""

    @property
    def out(self) -> int:
        """From when on nobody minds another one inside, whatever the lease."""
        return min(self.leaves, self.stopped)

    @property
    def beginnings(self) -> tuple[int, ...]:
        """When its lease may have begun: as it was in, or before it froze on the way there."""
        return (self.entered, *(at for at in self.frozen if at < self.entered))

    @property
    def inside(self) -> bool:
        return self.entered < NEVER


def branches(service: Service) -> dict[int, int]:
    """The branch of each visit."""
    found: dict[int, int] = {}
    for round in service.script:
        for step in round:
            if isinstance(step, Begin) and step.function in ("visit", "twice", "neighbours"):
                found[step.args[0]] = step.stove
            elif isinstance(step, Begin) and step.function == "threads":
                found.update((number, step.stove) for number in step.args[0])
    return found


def stays(service: Service, ledger: Ledger) -> list[Stay]:
    """All visits that were begun, in the order in which they came."""
    marks = {(m.note, m.number): m.at for m in reversed(ledger.of("mark"))}
    found = []
    for number, branch in branches(service).items():
        came = marks.get(("came", number))
        if came is None:
            continue
        leaves = marks.get(("leaves", number), NEVER)
        refused = marks.get(("refused", number), NEVER)
        ended = min(refused, marks.get(("left", number), NEVER))
        stops = [e.at for e in ledger.of("killed") if e.number == branch and came <= e.at <= ended]
        frozen = [e.at for e in ledger.of("frozen") if e.number == branch and came <= e.at <= ended]
        found.append(
            Stay(
                number,
                branch,
                came,
                marks.get(("in", number), NEVER),
                leaves,
                ended,
                refused < NEVER,
                stops[0] if stops else NEVER,
                tuple(frozen),
            )
        )
    return sorted(found, key=lambda stay: stay.came)


def expire_of(service: Service) -> float:
    """Seconds of a lease in this service."""
    expire = service.given[1]
    return FOR_EVER if expire is None else float(expire)


def overdue(stay: Stay, expire: float) -> int:
    """Nanoseconds for which it was inside when its lease was over; less than none: it wasn't."""
    return stay.leaves - stay.entered - round(expire * SECOND)


def unsaid(found: list[Stay], ledger: Ledger, expire: float) -> str:
    """A release of what one hasn't got that said nothing; '' if there is none."""
    for stay in found:
        late = overdue(stay, expire)
        if stay.ended < NEVER and late > GRACE and not stay.refused:
            return (
                f"Visit {stay.number} left {late / SECOND:.2f} s after its lease had run out, and "
                "release said nothing."
            )
    left = [mark.number for mark in ledger.marks("left")]
    if any(left.count(mark.number) > 1 for mark in ledger.marks("again")):
        return "The second release said nothing."
    if set(left) - {mark.number for mark in ledger.marks("in")}:
        return "The lock was released by who never had it, and said nothing."
    return ""


def two_inside(found: list[Stay], expire: float) -> tuple[Stay, Stay] | None:
    """Two who were inside at the same time, while the lease of the first lived."""
    inside = sorted((stay for stay in found if stay.inside), key=lambda stay: stay.entered)
    for place, one in enumerate(inside):
        for other in inside[place + 1 :]:
            if not _allowed(one, other, expire):
                return one, other
    return None


def _allowed(one: Stay, other: Stay, expire: float) -> bool:
    return any(
        _in_turn((first, one.out), (second, other.out), expire)
        for first in one.beginnings
        for second in other.beginnings
    )


def _in_turn(one: tuple[int, int], other: tuple[int, int], expire: float) -> bool:
    """Whether the later of two stays (beginning, out) began when the other was out, or its lease
    was over."""
    (began, out), (later, _) = sorted((one, other))
    return later >= min(out, began + round(expire * SECOND) - GRACE)


def delays(found: list[Stay], ledger: Ledger) -> Iterator[tuple[Stay, float]]:
    """For each who got in after somebody was stopped: how long it took from then on, or from when
    it came, or from when the last one before it left, or got in and never left."""
    stops = [event.at for event in ledger.of("killed", "frozen")]
    for stay in found:
        before = [at for at in stops if at <= stay.entered]
        if not stay.inside or not before or stay.frozen:
            continue
        last = (o.entered if o.leaves == NEVER else o.leaves for o in found if o is not stay)
        others = [moment for moment in last if moment <= stay.entered]
        yield stay, (stay.entered - max(before[0], stay.came, *others)) / SECOND


def looks_while_waiting(stay: Stay, ledger: Ledger) -> int:
    """Operations on the office by who waits for this stay."""
    waited = (event for event in ledger if stay.came < event.at <= stay.entered)
    return looks(waited, stay.branch)


def lives(found: list[Stay], at: int, expire: float) -> bool | None:
    """Whether somebody's lease lives at this moment; None: that can't be said for sure."""
    unsure = False
    for stay in found:
        for began in stay.beginnings:
            over = min(stay.ended, began + round(expire * SECOND))
            end = min(stay.leaves, began + round(expire * SECOND))
            if began + GRACE <= at <= end - GRACE:
                return True
            unsure = unsure or began - GRACE <= at <= over + GRACE
        unsure = unsure or (not stay.inside and bool(stay.stopped < NEVER))
    return None if unsure else False
