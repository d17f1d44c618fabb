"""What readers of a cache got, and what they could have got: worked out from a ledger.

The office's own account says what was fetched and stored, and when. From that follows what a right
cache knows at each moment, whatever it is made of: the newest value whose fetch began after the
last write of its key had ended, or that write's own. Two things less than 20 ms apart decide
nothing.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from kitchen.case import Finding, Served
from kitchen.goods import SUPPLIERS_OWN
from kitchen.grace import GRACE
from kitchen.world import chance
from kitchen.world.ledger import Event, Ledger
from kitchen.world.outcome import Raised
from kitchen.world.script import Begin
from kitchen.world.wire import SECOND

FRESH_FOR, KEEP_FOR = 2.0, 10.0
"""Seconds for which a value is fresh, and for which it is better than none, on most days."""

_OFFICE = 100_000
"""What the office knows is less than this, as the stage has it."""

_NEVER = 1 << 62

Known = list[tuple[int, int | None]]
"""From when which value of a key is the newest that a cache can have."""


class Call(NamedTuple):
    """A call of the office: a fetch, or a store of a value."""

    what: str
    key: str
    value: int | None
    """What a fetch brought, or what was stored; None: that was no number."""
    begun: int
    ended: int
    how: str
    """'delivered', 'failed', 'hung up', 'sent away', or '' if it never ended."""


class Read(NamedTuple):
    """One read as it went."""

    number: int
    key: str
    patience: float
    begun: int
    ended: Event | None
    value: int | None
    """What it gave; None: nothing, or no number."""
    stale: bool
    cut: int | None
    error: str
    """The type of the error that came out."""
    text: str

    @property
    def end(self) -> int:
        return _NEVER if self.ended is None else self.ended.at

    @property
    def took(self) -> float:
        return (self.end - self.begun) / SECOND


class Write(NamedTuple):
    """One write as it went."""

    key: str
    value: int
    begun: int
    ended: Event | None
    cut: int | None


class Day(NamedTuple):
    """All that happened in a service."""

    limit: int
    peak: int
    """The most calls at one moment."""
    calls: tuple[Call, ...]
    reads: tuple[Read, ...]
    writes: tuple[Write, ...]
    fresh: int
    """For how long a value is fresh."""
    keep: int
    """For how long it is better than none."""

    @property
    def cut_off(self) -> list[Call]:
        """Fetches that were hung up."""
        return [call for call in self.calls if call.what == "fetch" and call.how == "hung up"]

    def fetches(self, key: str) -> list[Call]:
        return [
            call
            for call in self.calls
            if call.what == "fetch" and call.key == key and call.how != "sent away"
        ]

    def stores(self, key: str) -> list[Call]:
        """Writes that have come to their end, and well."""
        return [
            call
            for call in self.calls
            if call.what == "store" and call.key == key and call.how == "delivered"
        ]

    def overtaken(self, fetch: Call) -> bool:
        """Whether a write of its key ended after this fetch had begun, and before it ended."""
        return any(fetch.begun < store.ended <= fetch.ended for store in self.stores(fetch.key))

    def known(self, key: str) -> Known:
        """From when which value is the newest that a cache can have."""
        values = [(store.ended, store.value) for store in self.stores(key)]
        values += [
            (fetch.ended, fetch.value)
            for fetch in self.fetches(key)
            if fetch.how == "delivered" and not self.overtaken(fetch)
        ]
        return sorted(values, key=itemgetter(0))


def brought(number: int, key: str, which: int) -> int:
    """What fetch number `which` of a key brings, in service `number`."""
    return chance.number(chance.number(number, "mark"), f"fetch {key} {which}") % _OFFICE


def day(served: Served) -> Day:
    """What happened in a service."""
    return _day(*_facts(served))


def broken(served: Served) -> Mapping[str, Finding]:
    """The promises that were not kept, each with the first fault against it."""
    return _broken(*_facts(served))


class _Facts(NamedTuple):
    """What a day follows from. A ledger is equal to itself only, so no two are mixed up."""

    ledger: Ledger
    number: int
    limit: int
    asked: tuple[Begin, ...]
    errors: tuple[tuple[int, Raised], ...]
    given: tuple[Any, ...]
    """For how many seconds a value is fresh, and kept."""


def _facts(served: Served) -> _Facts:
    service = served.service
    asked = tuple(step for round in service.script for step in round if isinstance(step, Begin))
    errors = tuple(sorted(served.errors.items()))
    given = service.given or (FRESH_FOR, KEEP_FOR)
    return _Facts(served.ledger, service.number, service.conditions.limit, asked, errors, given)


@lru_cache(8)
def _broken(*known: Any) -> Mapping[str, Finding]:
    """Kept, since each check of a service asks for it, and each sign of each that failed."""
    found: dict[str, Finding] = {}
    for promise, figure, seen in _faults(_day(*known)):
        found.setdefault(promise, Finding(False, figure, seen))
    return found


@lru_cache(8)
def _day(
    ledger: Ledger,
    number: int,
    limit: int,
    asked: tuple[Begin, ...],
    errors: tuple[tuple[int, Raised], ...],
    given: tuple[Any, ...],
) -> Day:
    ends = {e.number: e for e in ledger.of("delivered", "failed", "hung up", "sent away")}
    calls = tuple(_call(event, ends.get(event.number), number) for event in ledger.of("asked"))
    begun = {e.number: e.at for e in ledger.of("begun")}
    cut = {e.number: e.at for e in ledger.of("cut")}
    over = {e.number: e for e in ledger.of("returned", "raised", "cancelled")}
    gave = {e.number: str(e.item) for e in ledger.of("mark") if e.note == "reading"}
    raised = {call: (error.type, error.text) for call, error in errors}
    reads, writes = [], []
    for place, step in enumerate(asked):
        if place not in begun:
            continue
        _, key, more = step.args
        if step.function == "write":
            writes.append(Write(key, more, begun[place], over.get(place), cut.get(place)))
            continue
        value, _, stale = gave.get(place, "").partition(" ")
        reads.append(
            Read(
                place, key, more, begun[place], over.get(place),
                _whole(value), stale == "1", cut.get(place), *raised.get(place, ("", "")),
            )
        )  # fmt: skip
    fresh, keep = (round(seconds * SECOND) for seconds in given)
    return Day(limit, ledger.peak, calls, tuple(reads), tuple(writes), fresh, keep)


def _call(asked: Event, end: Event | None, number: int) -> Call:
    """The attempt says what it stores, and may ask for anything: that is no call of ours."""
    what, key, which = (*str(asked.item).split(" ", 2), "", "")[:3]
    count = _whole(which)
    value = count if what == "store" else brought(number, key, count or 0)
    return Call(
        what, key, value, asked.at, end.at if end else _NEVER, end.kind if end else "",
    )  # fmt: skip


def _whole(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def longest(ledger: Ledger) -> float:
    """Seconds of the slowest call of the learner's in this ledger that gave a reading."""
    begun = {e.number: e.at for e in ledger.of("begun")}
    marks = [e for e in ledger.of("mark") if e.note == "reading"]
    return max(((e.at - begun[e.number]) / SECOND for e in marks if e.number in begun), default=0.0)


def figure(served: Served, promise: str) -> str:
    """What to show behind a promise that was kept."""
    if promise == "patience":
        return f"worst {longest(served.ledger):.2f} s"
    if promise == "one fetch":
        fetches = [call for call in day(served).calls if call.what == "fetch"]
        return f"{len(fetches)} fetch" + "es" * (len(fetches) != 1) + ", 0 cut"
    return f"peak {served.ledger.peak}" if promise == "gate" else ""


PROMISES = ("patience", "one fetch", "newest", "age", "failure", "older", "cut", "gate")
"""In the order of the case's checks."""

Fault = tuple[str, str, str]
"""The promise, the figure, and what was seen."""


def _faults(day: Day) -> Iterator[Fault]:
    yield from _of_fetches(day)
    for read in day.reads:
        yield from _of_read(day, read)
    yield from _of_gate(day)


def _s(moment: float) -> str:
    return f"{moment / SECOND:.2f} s"


def _of_fetches(day: Day) -> Iterator[Fault]:
    for fetch in [call for call in day.calls if call.what == "fetch" and call.how != "sent away"]:
        name = f"The fetch of {fetch.key} that began at {_s(fetch.begun)}"
        if fetch.how == "hung up":
            yield "one fetch", "cut", f"{name} was cut off after {_s(fetch.ended - fetch.begun)}."
        if fetch.how == "":
            yield "one fetch", "never ended", f"{name} never came to its end."
        before = [at for at, _ in day.known(fetch.key) if at <= fetch.begun]
        if before and fetch.begun - max(before) < day.fresh - GRACE:
            age = _s(fetch.begun - max(before))
            yield (
                "one fetch",
                "needless",
                f"{name} was needless: what was known was {age} old, and fresh.",
            )
        others = [one for one in day.fetches(fetch.key) if one is not fetch]
        if any(one.begun <= fetch.begun < one.ended for one in others):
            yield "one fetch", "two at once", f"{name} began while another one was under way."


def _of_read(day: Day, read: Read) -> Iterator[Fault]:
    name = f"The read of {read.key} that began at {_s(read.begun)}"
    among_cut = any(other.cut is not None for other in day.reads)
    if read.cut is not None and read.end >= read.cut:
        if read.ended is None or read.end > read.cut + GRACE:
            yield "cut", "goes on", f"{name} was cancelled, and went on."
        elif read.ended.kind != "cancelled":
            yield "cut", "swallowed", f"{name} was cancelled, and did not end as cancelled."
        return
    if read.ended is None:
        yield "cut" if among_cut else "patience", "never ended", f"{name} never ended."
        return
    if read.took > max(0.0, read.patience) + GRACE / SECOND:
        seen = f"{name}, with a patience of {read.patience:g} s, took {read.took:.2f} s."
        yield "patience", f"{read.took:.2f} s", seen
    known = day.known(read.key)
    if read.value is None:
        yield from _of_empty_hands(day, read, name, known, among_cut)
    else:
        yield from _of_value(day, read, name, known)
    yield from _of_what_it_led_to(day, read, name, known)


def _of_empty_hands(
    day: Day, read: Read, name: str, known: Known, among_cut: bool
) -> Iterator[Fault]:
    """The read gave no value."""
    failures = [
        f for f in day.fetches(read.key) if f.how == "failed" and f.ended <= read.end + GRACE
    ]
    failed = any(f.ended >= read.begun - GRACE for f in failures)
    promise = "failure" if failures else "cut" if among_cut else "patience"
    error = f"{read.error}: {read.text}" if read.text else read.error
    came = f"got {error}" if error else "got nothing"
    fit = [at for at, _ in known if at <= read.end - GRACE and read.end - at < day.keep - GRACE]
    if fit:
        yield promise, "no value", f"{name} {came}, though there was a value to give."
    elif read.error == "TimeoutError":
        if read.took < read.patience - GRACE / SECOND and not failed:
            yield promise, "too early", f"{name} gave up after {read.took:.2f} s."
    elif read.error == "TooBusy":
        yield "gate", "TooBusy", f"{name} {came}."
    elif read.error not in SUPPLIERS_OWN or not failed:
        yield promise, error or "nothing", f"{name} {came}."


def _of_value(day: Day, read: Read, name: str, known: Known) -> Iterator[Fault]:
    """The read gave a value: the newest, marked as it should be, and not too old?"""
    until = [(at, value) for at, value in known if at <= read.end + GRACE]
    least = max((at for at, _ in until if at <= read.end - GRACE), default=0)
    newest = [at for at, value in until if value == read.value and at >= least]
    if not newest:
        old = [f for f in day.fetches(read.key) if f.value == read.value and day.overtaken(f)]
        before = [v for at, v in until if at < least and v == read.value]
        if old:
            seen = f"{name} got what a fetch had brought that began before the last write ended."
            yield "older", "an older value", seen
        elif before:
            seen = f"{name} got an older value than the one that was known."
            yield "newest", "an older value", seen
        elif any(write.value == read.value for write in day.writes):
            seen = f"{name} got what was being written, and wasn't stored yet."
            yield "newest", "not stored yet", seen
        else:
            yield "newest", "made up", f"{name} got {read.value}, which nobody had given."
        return
    youngest, oldest = read.begun - max(newest) - GRACE, read.end - min(newest) + GRACE
    if read.end - max(newest) - GRACE > day.keep:
        yield "age", "too old", f"{name} got a value {_s(read.end - max(newest))} old."
    if read.stale and oldest <= day.fresh:
        yield "age", "fresh, marked stale", f"{name} got a fresh value that was marked stale."
    if not read.stale and youngest > day.fresh:
        age = _s(read.end - max(newest))
        yield "age", "not marked", f"{name} got a value {age} old, and it was not marked stale."


def _of_what_it_led_to(day: Day, read: Read, name: str, known: Known) -> Iterator[Fault]:
    """A read that finds no fresh value leads to a fetch, or joins one."""
    before = [at for at, _ in known if at <= read.begun + GRACE]
    if before and read.begun - max(before) <= day.fresh + GRACE:
        return
    fetches = day.fetches(read.key)
    stores = [store for store in day.stores(read.key) if store.ended >= read.begun]
    after_failure = any(f.how == "failed" and f.ended <= read.begun + GRACE for f in fetches)
    promise = "failure" if after_failure else "newest"
    if not any(f.ended >= read.begun for f in fetches) and not stores:
        yield promise, "no fetch", f"{name} found no fresh value, and led to no fetch."
        return
    if any(f.begun <= read.begun + GRACE and f.ended >= read.begun for f in fetches):
        return
    inside = [
        c for c in day.calls if c.begun <= read.begun + GRACE and c.ended > read.begun - GRACE
    ]
    being_written = any(store.begun - GRACE <= read.begun for store in stores)
    if len(inside) < day.limit and not being_written:
        seen = f"{name} found no fresh value, and a line to the office that was free wasn't used."
        yield promise, "no fetch at once", seen


def _of_gate(day: Day) -> Iterator[Fault]:
    """Writes before refreshes, and never more calls than there are lines."""
    if day.peak > day.limit:
        peak = day.peak
        yield "gate", f"peak {peak}", f"At one moment {peak} called the office; {day.limit} may."
    for write in day.writes:
        name = f"The write of {write.key} at {_s(write.begun)}"
        stores = [s for s in day.stores(write.key) if s.value == write.value]
        if write.cut is not None:
            continue  # what becomes of it is up to the cache
        if write.ended is not None and write.ended.kind == "raised" and _refused(day, write):
            continue
        if write.ended is None or write.ended.kind != "returned":
            yield "gate", "write failed", f"{name} did not return."
            continue
        if len(stores) != 1 or write.ended.at < stores[0].ended:
            yield "gate", "not stored", f"{name} returned, and the office had not stored it."
            continue
        store = stores[0]
        if write.ended.at > store.ended + GRACE:
            late = _s(write.ended.at - store.ended)
            yield "gate", "write held up", f"{name} returned {late} after it was stored."
        for call in day.calls:
            waits = write.begun + GRACE < call.begun < store.begun
            if call.what == "fetch" and waits:
                seen = f"{name} waited while a fetch of {call.key} began at {_s(call.begun)}."
                yield "gate", "refresh first", seen
        others = [c for c in day.calls if c is not store and c.what == "store"]
        inside = [
            c for c in day.calls if c is not store and c.begun <= write.begun + GRACE < c.ended
        ]
        if len(inside) < day.limit and not others and store.begun > write.begun + GRACE:
            waited = _s(store.begun - write.begun)
            yield "gate", "write waits", f"{name} waited for {waited}, and a line was free."


def _refused(day: Day, write: Write) -> bool:
    """Whether the office has failed to store it."""
    return any(
        call.what == "store" and call.how == "failed"
        for call in day.calls
        if (call.key, call.value) == (write.key, write.value)
    )
