"""Case 17: yesterday's soup is better than none.

The learner's `StockCache` stands between waiters with little patience and an office that takes a
second to answer. As shipped, every read queues for the office, also for a value that is fresh.

Each service is one day of reads and writes. What every reader may get follows from what the office
was asked, and when: `kitchen.readings` works that out from the ledger.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from kitchen import readings
from kitchen.case import (
    Case,
    Check,
    Entry,
    Figure,
    Finding,
    Hint,
    Measure,
    Number,
    Served,
    Service,
    peak,
)
from kitchen.signs import caches
from kitchen.world.script import Begin, Cancel, Round
from kitchen.world.supplier import Conditions, Fate

PART = 3
TITLE = "A cache that would rather be stale than late"
ENTRY = Entry("StockCache", ("office", "gate", "*", "fresh_for", "keep_for"), "class")
FETCH, STORE = 1.0, 0.05
PATIENCE = 0.1
FIRST_WRITTEN = 100
"""What is written before the day begins is numbered from here."""


class Read(NamedTuple):
    at: float
    key: str = "soup"
    patience: float = PATIENCE
    cut: float | None = None


class Write(NamedTuple):
    at: float
    value: int
    key: str = "soup"
    cut: float | None = None
    fails: bool = False
    """Whether the office fails to store it."""


class Day(NamedTuple):
    """What happens in one service. Seconds count from when the day begins."""

    title: str
    happens: Sequence[Read | Write]
    limit: int = 1
    known: tuple[str, ...] = ("soup",)
    """What has been written before, one after another; the last of them `age` seconds ago."""
    age: float = 3.0
    fetches: Mapping[str, tuple[Fate, ...]] = {}
    """How the fetches of a key go, from the first; the others take a second."""
    kind: str = "reads"
    same: bool = False
    """Whether the first fetch of a key brings what was known before."""
    fresh_for: float = readings.FRESH_FOR
    keep_for: float = readings.KEEP_FOR


def _every(step: float, count: int, **more: float) -> tuple[Read, ...]:
    return tuple(Read(round(step * n, 3), **more) for n in range(count))  # type: ignore[arg-type]


_FAILS = Fate(FETCH, "spoiled")
_QUICK = (Fate(0.06),) * 9
_MANY = ("fish", "cake", "tea", "pie", "soup")
_SOUP_FISH_CAKE = ("soup", "fish", "cake")

DAYS = (
    Day("twelve reads 0.16 s apart, of a value 3 s old", _every(0.16, 12)),
    Day("the same, and a fetch takes 0.06 s", _every(0.16, 12), fetches={"soup": _QUICK}),
    Day("the same with 4 lines to the office", _every(0.16, 12), limit=4),
    Day(
        "three read what nobody knows yet, another one later",
        (*(Read(0),) * 3, Read(1.3)),
        known=(),
    ),
    Day(
        "one reads what nobody knows yet, and a fetch takes 0.05 s",
        (Read(0),),
        known=(),
        fetches={"soup": (Fate(0.05),)},
    ),
    Day(
        "a fetch fails, once",
        _every(0.16, 16),
        fetches={"soup": (_FAILS,)},
        kind="fails",
    ),
    Day(
        "a fetch fails twice within a reader's patience",
        _every(0.16, 4),
        fetches={"soup": (Fate(0.03, "spoiled"), Fate(0.03, "spoiled"))},
        kind="fails",
    ),
    Day(
        "a fetch of 0.06 s fails twice",
        _every(0.16, 4),
        fetches={"soup": (Fate(0.06, "spoiled"), Fate(0.06, "spoiled"), Fate(0.06))},
        kind="fails",
    ),
    Day(
        "the first fetch of all fails",
        (Read(0), Read(0.05, patience=2.0), Read(1.3, patience=2.0)),
        known=(),
        fetches={"soup": (_FAILS,)},
        kind="fails",
    ),
    Day(
        "the office is out of order for long",
        tuple(Read(at) for at in (0.0, 3.0, 6.0, 6.85, 8.0)),
        fetches={"soup": (Fate(0.05, "spoiled"),) * 20},
        kind="fails",
    ),
    Day(
        "a write while a fetch is under way",
        (Read(0), Write(0.3, 300), Read(0.5), Read(1.2)),
        limit=2,
        kind="write",
    ),
    Day(
        "a fetch begins while a write is under way",
        (Write(0, 300), Read(0.025), Read(0.5), Read(1.2)),
        limit=2,
        kind="write",
    ),
    Day(
        "a write of what nobody knows yet, and reads",
        (Write(0, 300), Read(0.1), Read(1.0), Read(3.0), Read(4.5)),
        known=(),
        kind="write",
    ),
    Day(
        "another key is written while a fetch is under way",
        (Read(0), Write(0.3, 300, "tea"), Read(1.3), Read(1.35, "tea")),
        limit=2,
        known=("soup", "tea"),
        kind="write",
    ),
    Day(
        "two writes, one after the other",
        (Write(0, 301), Write(0.03, 302), Read(0.5)),
        kind="write",
    ),
    Day(
        "the first reader is cancelled, with an old value there",
        (Read(0, cut=0.06), Read(0.03), Read(0.3), Read(1.3)),
        kind="cut",
    ),
    Day(
        "the first reader is cancelled, with no value there",
        (
            Read(0, patience=2.0, cut=0.06),
            Read(0.03, patience=2.0),
            Read(0.3, patience=2.0),
            Read(1.4),
        ),
        known=(),
        kind="cut",
    ),
    Day(
        "a fetch ends while a write is under way",
        (Read(0, patience=1.01), Write(0.975, 300)),
        limit=2,
        known=(),
        kind="write",
    ),
    Day(
        "a write while somebody waits with nothing known",
        (Read(0, patience=2.0), Write(0.5, 300), Read(2.5)),
        limit=2,
        known=(),
        kind="write",
    ),
    Day(
        "a write within a reader's patience, with nothing known",
        (Read(0, patience=0.5), Write(0.1, 300)),
        limit=2,
        known=(),
        kind="write",
    ),
    Day(
        "a write within a reader's patience, with an old value known",
        (Read(0, patience=0.5), Write(0.1, 300)),
        limit=2,
        kind="write",
    ),
    Day(
        "a write has to wait for its place, and is read 1.95 s after its end",
        (Read(0, "fish"), Write(0.03, 300), Read(3.0)),
        kind="write",
    ),
    Day(
        "what was written grows old before the refresh that waits has its turn",
        (*(Read(0, key) for key in _MANY), Write(0.03, 300), Read(5.5)),
        known=_MANY,
        kind="write",
    ),
    Day(
        "what was written grows old while a fetch of 3 s is under way",
        (Read(0), Write(0.1, 300), Read(2.5), Read(3.5)),
        limit=2,
        fetches={"soup": (Fate(3.0), Fate(FETCH))},
        kind="write",
    ),
    Day("nothing is left: the value is 0", (Write(0, 0), Read(3.0)), known=(), kind="write"),
    Day(
        "a fetch fails; what is known was written while it was under way",
        (Read(0, patience=2.0), Write(0.1, 300)),
        limit=2,
        known=(),
        fetches={"soup": (_FAILS,)},
        kind="fails",
    ),
    Day(
        "the first fetch of all fails, and the next reader has little patience",
        (Read(0), Read(1.2)),
        known=(),
        fetches={"soup": (_FAILS,)},
        kind="fails",
    ),
    Day(
        "a refresh of what nobody knows waits, then a write",
        (Read(0, "fish"), Read(0.1), Write(0.2, 300, "cake")),
        known=("fish",),
        kind="gate",
    ),
    Day("a fetch brings the number that was known", (Read(0), Read(1.3)), same=True),
    Day(
        "a value 9.7 s old, and a reader with a patience of 0.5 s",
        (Read(0, patience=0.5),),
        age=9.7,
    ),
    Day("a value 11 s old", (Read(0), Read(0.5), Read(1.3)), age=11.0),
    Day(
        "values on either side of fresh",
        tuple(Read(at, patience=0) for at in (0, 0.2, 1.5)),
        age=1.9,
    ),
    Day(
        "three refreshes, then a write",
        (*(Read(0, key) for key in _SOUP_FISH_CAKE), Write(0.5, 300, "tea")),
        known=_SOUP_FISH_CAKE,
        kind="gate",
    ),
    Day(
        "three refreshes, and a write of one that waits",
        (
            *(Read(0, key) for key in _SOUP_FISH_CAKE),
            Write(0.5, 300, "cake"),
            *(Read(at, "cake") for at in (0.7, 1.3, 2.4)),
        ),
        known=_SOUP_FISH_CAKE,
        kind="gate",
    ),
    Day(
        "two keys, two rounds",
        tuple(
            Read(4.0 * round + at, key)
            for round in range(2)
            for at, key in ((0, "soup"), (0, "fish"), (1.3, "soup"), (1.3, "fish"), (2.6, "fish"))
        ),
        limit=2,
        known=("soup", "fish"),
    ),
    Day("forty read at the same moment, of a value 3 s old", (Read(0),) * 40),
    Day(
        "two refreshes, then two writes of one key",
        (
            Read(0),
            Read(0, "fish"),
            Write(0.3, 301, "tea"),
            Write(0.33, 302, "tea"),
            Read(1.3, "tea"),
        ),
        known=("soup", "fish"),
        kind="gate",
    ),
    Day(
        "the office fails to store what is written",
        (Write(0, 300, fails=True), Read(0.1, patience=2.0)),
        known=(),
        kind="write",
    ),
    Day(
        "a write is cancelled while it is being stored, and a read",
        (Write(0, 300, cut=0.025), Read(0.03, patience=2.0)),
        known=(),
        kind="write",
    ),
    Day(
        "a value is fresh for 0.5 s, and kept for 3 s",
        (Read(0), Read(1.3, patience=0), Read(1.7)),
        age=3.3,
        fresh_for=0.5,
        keep_for=3.0,
    ),
    Day(
        "a refresh has its turn within its reader's patience, and ends after it",
        (Read(0), Read(0.7, "fish", patience=0.5)),
        known=("soup", "fish"),
        kind="gate",
    ),
)

KINDS = frozenset(day.kind for day in DAYS)


def service(number: int) -> Service:
    """Day `number`. After the last one they begin anew."""
    return _of(DAYS[(number - 1) % len(DAYS)], number)


def _of(day: Day, number: int = 1) -> Service:
    return Service(
        number,
        day.kind,
        day.title,
        ENTRY,
        Conditions(day.limit, FETCH, FETCH, fates=_fates(number, day)),
        (_script(number, day),),
        stage="stock",
        given=(day.fresh_for, day.keep_for),
    )


def _fates(number: int, day: Day) -> dict[int | str, tuple[Fate, ...]]:
    fates: dict[int | str, tuple[Fate, ...]] = {
        f"fetch {key} {place}": (fate,)
        for key, each in day.fetches.items()
        for place, fate in enumerate(each, 1)
    }
    writes = [step for step in day.happens if isinstance(step, Write)]
    return fates | {
        f"store {one.key} {one.value}": (Fate(STORE, "spoiled" if one.fails else "crate"),)
        for one in (*_known(number, day), *writes)
    }


def _known(number: int, day: Day) -> list[Write]:
    """What is written before the day begins."""
    return [
        Write(
            round(0.1 * place, 3),
            readings.brought(number, key, 1) if day.same else FIRST_WRITTEN + place,
            key,
        )
        for place, key in enumerate(day.known)
    ]


def _script(number: int, day: Day) -> Round:
    known = _known(number, day)
    start = known[-1].at + STORE + day.age if known else 0.0
    steps: list[Begin | Cancel] = []
    later = [step._replace(at=round(start + step.at, 3)) for step in day.happens]
    for call, step in enumerate((*known, *sorted(later, key=lambda step: step.at))):
        if isinstance(step, Write):
            steps.append(Begin("write", (call, step.key, step.value), step.at))
        else:
            steps.append(Begin("read", (call, step.key, step.patience), step.at))
        if step.cut is not None:
            steps.append(Cancel(call, round(start + step.cut, 3)))
    return tuple(sorted(steps, key=lambda step: step.at))


def _fetched_in(seconds: float) -> Service:
    """The first day, with fetches that take so long: as many as anybody could begin."""
    return _of(DAYS[0]._replace(fetches={"soup": (Fate(seconds),) * 99}))


SLOWEST = Measure("slowest read", readings.longest)

NUMBERS = (
    Number(
        "fetch",
        f"how long the office takes to answer; readers wait for {PATIENCE:g} s",
        "0.03..0.33..0.03",
        _fetched_in,
        unit="s",
        whole=False,
        least=0.001,
        most=10,
        measure=SLOWEST,
    ),
    Number(
        "patience",
        f"how long each reader waits; the office takes {FETCH:g} s",
        "0.05..1.25..0.1",
        lambda long: _of(DAYS[0]._replace(happens=_every(0.16, 12, patience=long))),
        unit="s",
        whole=False,
        least=0,
        most=10,
        measure=SLOWEST,
    ),
    Number(
        "age",
        "how old the value is when the first of 12 reads it; fresh for "
        f"{readings.FRESH_FOR:g} s, kept for {readings.KEEP_FOR:g} s",
        "0.2..12.2..1",
        lambda age: _of(DAYS[0]._replace(age=age)),
        unit="s",
        whole=False,
        least=0,
        most=100,
        measure=SLOWEST,
    ),
)


# --- what is promised ---------------------------------------------------------------------------


def _kept(promise: str) -> Callable[[Served], Finding]:
    def look(served: Served) -> Finding:
        found = readings.broken(served).get(promise)
        return found or Finding(True, readings.figure(served, promise))

    return look


CHECKS = (
    Check(lambda s: "no read takes longer than its patience", _kept("patience"), KINDS),
    Check(lambda s: "one refresh at a time, and it finishes", _kept("one fetch"), KINDS),
    Check(lambda s: "a fresh value takes the stale one's place", _kept("newest"), KINDS),
    Check(
        lambda s: f"stale is marked, and never older than {s.given[1]:g} s",
        _kept("age"),
        KINDS,
    ),
    Check(
        lambda s: "a failed refresh is tried again, not remembered",
        _kept("failure"),
        frozenset({"fails"}),
    ),
    Check(
        lambda s: "an older refresh never overwrites a newer write",
        _kept("older"),
        frozenset({"write", "gate"}),
    ),
    Check(lambda s: "a cancelled reader strands nobody", _kept("cut"), frozenset({"cut"})),
    Check(
        lambda s: f"writes go first, never more than {s.conditions.limit} call at once",
        _kept("gate"),
        KINDS,
    ),
)

HINTS = (
    Hint(
        frozenset({"reader-waits-for-the-office", "patience-not-kept"}),
        (
            "Write down the moment by which this reader must have its answer, and mark every "
            "line at which it waits. Which of them may last longer than that, and which can come "
            "twice?",
            "Let a task go to the gate and to the office, and let the reader wait beside it. It "
            "waits until one moment, worked out when it came, however often it has to wait.",
            "`deadline = loop.time() + patience` as the first line, and later `await "
            "asyncio.wait([task], timeout=deadline - loop.time())`; `async with "
            "self._gate.acquire(10):` stands in the task.",
        ),
    ),
    Hint(
        frozenset(
            {
                "cancel-cuts-the-fetch",
                "write-cuts-the-fetch",
                "patience-cuts-the-fetch",
                "strands-the-others",
                "cancel-swallowed",
            }
        ),
        (
            "A reader goes away, since its patience is over or since it is cancelled. Which "
            "`await` is it at, what does that pass on, and to whom?",
            "Whoever awaits a task hands a cancellation on to it. `asyncio.wait` only looks on, "
            "and `asyncio.shield` stands between; what comes out of them goes on to the reader's "
            "caller, and nobody cancels the task.",
            "`await asyncio.wait([task], timeout=...)`, or a timeout round "
            "`asyncio.shield(task)`; no `except asyncio.CancelledError` in `read`, and no "
            "`cancel()` anywhere.",
        ),
    ),
    Hint(
        frozenset({"fetched-twice", "no-refresh", "failure-remembered"}),
        (
            "Three readers ask for one key: before a fetch, while it is under way, and after it "
            "has failed. What does each find that the one before has left?",
            "A dictionary with the task of each key: who finds one that runs joins it, who finds "
            "none begins one, with no `await` between the look and the entry. A task that is "
            "done, well or badly, counts as none; and all this holds for every read that finds "
            "nothing fresh, also if something old will do for it.",
            "`task = self._refreshing.get(key)`, then `if task is None or task.done():` make one "
            "and put it there at once.",
        ),
    ),
    Hint(
        frozenset({"needless-fetch", "fetched-after-a-write"}),
        (
            "Take the fetch that was one too many. When did the last fetch or write of that key "
            "end, what has your cache for that moment, and who looked at it last before the "
            "call?",
            "The age counts from the line after the call has come back. And since a refresh may "
            "stand in line for long, it looks again when it is in; if a write has ended since, "
            "what was written is the answer, and nothing is asked for again.",
            "In the task: `async with self._gate.acquire(10):` `if` the key is fresh by now: "
            "`return`; and only then `await self._office.fetch(key)`, with `loop.time()` read "
            "below it, as below `store`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "older-over-newer",
                "one-count-for-all-keys",
                "served-before-stored",
                "write-not-stored",
            }
        ),
        (
            "A fetch and a write of one key overlap: the write begins or ends before, within, or "
            "after the fetch. Write down what the office knows at each of these moments, and "
            "what lies in the cache at the end.",
            "A count of writes for each key, which goes up when `store` has come back, in the "
            "same step in which readers get to see the value. A fetch remembers the count before "
            "its call, inside the gate, and keeps what it brings only if the count is still the "
            "same.",
            "`before = self._writes[key]`, `value = await self._office.fetch(key)`, `if "
            "self._writes[key] == before:` keep it. In `write`: `await self._office.store(key, "
            "value)` first, and what is known and counted below it.",
        ),
    ),
    Hint(
        frozenset(
            {
                "failure-told",
                "made-up",
                "not-the-newest",
                "too-old",
                "wrongly-marked",
                "nothing-served",
            }
        ),
        (
            "A reader has waited, and the wait is over by whatever cause. What is in the cache "
            "now, how old is it now, and which answer follows from these two alone?",
            "Decide after the wait, in one place: fresh, old but fit to serve, or nothing. Only "
            "the third one raises; a 0 is a number like any other, and nothing but a fetch or a "
            "write that ended makes a value younger.",
            "`age = loop.time() - since`, and up to `keep_for` `return Reading(value, stale=age "
            "> self._fresh_for)`. Only where nothing is known, or it is older: the error of the "
            "fetch, or TimeoutError.",
        ),
    ),
    Hint(
        frozenset({"calls-past-the-gate", "write-comes-too-late"}),
        (
            "Go to each line that calls the office. What is held there from before the call "
            "until after it, and what had to be waited for before one could even stand in line?",
            "The gate that was handed in, round every `fetch` and every `store`, the lower "
            "number for the write. A lock that comes before it is a second line, without "
            "priorities; and a call that outlives the block goes on without a place.",
            "`async with self._gate.acquire(0):` and in it `await self._office.store(key, "
            "value)`; `acquire(10)` and an awaited `fetch` in the refresh; other locks only "
            "inside.",
        ),
    ),
    Hint(
        frozenset({"threading-primitive", "blocks-the-loop"}),
        (
            "Which thread runs this line, and who in that thread was to bring what is waited for "
            "here?",
            "Readers, fetches and writes all live in one thread, and nobody else gets a turn "
            "between two `await`s: a dictionary needs no lock there. To wait for each other they "
            "take tasks, futures, and what else asyncio has.",
            "`await asyncio.wait([task], timeout=...)`, or `async with` an `asyncio.Lock`; no "
            "`threading`, and no `result()` on something that isn't done.",
        ),
    ),
    Hint(
        frozenset(),
        (
            "Who fetches, who waits, and who may be cut off? Let the fetch belong to nobody who "
            "reads.",
            "A task for each key, kept in a dict; a reader waits for it with `asyncio.wait` or "
            "`asyncio.shield`, as long as its patience lasts.",
            "`await asyncio.wait([self._refreshing[key]], timeout=patience)`, and then look what "
            "there is. A count of writes for each key, raised when a write has ended, tells a "
            "fetch that it came too late.",
        ),
    ),
)


CASE = Case(
    entry=ENTRY,
    service=service,
    services=len(DAYS),
    figures=(
        Figure("fetches", lambda ledger: sum("fetch" in str(e.item) for e in ledger.of("asked"))),
        Figure(SLOWEST.label, lambda ledger: f"{readings.longest(ledger):.2f} s"),
        Figure("calls at once", peak),
    ),
    checks=CHECKS,
    mistakes=caches.MISTAKES,
    remarks=(caches.POLLS,),
    hints=HINTS,
    intended="reader-waits-for-the-office",
    numbers=NUMBERS,
    guests_own=frozenset({"TimeoutError"}),
)
