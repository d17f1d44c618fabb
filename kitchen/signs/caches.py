"""What people get wrong when they put a cache before a slow office: told by who was asked when."""

import ast
from collections.abc import Callable
from functools import partial

from kitchen.case import Clues, Mistake, Remark, Sighting
from kitchen.grace import GRACE
from kitchen.readings import PROMISES, Day, broken, day
from kitchen.signs import waiting
from kitchen.signs.evidence import calls_of
from kitchen.trace import Slept
from kitchen.world.wire import SECOND

_PATIENCE = 0.1
"""Seconds that most readers wait."""

CacheSign = Callable[[Clues, Day], bool]


def _mistake(name: str, says: str, sign: CacheSign, at: str = "fetch") -> Mistake:
    """`at`: what the line does that is shown: it calls something of this name."""

    def sighted(clues: Clues) -> Sighting | None:
        return Sighting(_line_of(clues, at)) if sign(clues, day(clues.served)) else None

    return Mistake(name, says, sighted, of_errors=True)


def _line_of(clues: Clues, what: str) -> int:
    """Where the attempt calls `.what(...)`; 0 if that isn't one place."""
    lines = {call.lineno for call in calls_of(clues.nodes, what)}
    return lines.pop() if len(lines) == 1 else 0


def _figure(clues: Clues, promise: str) -> str:
    """What was seen against this promise, if it is the one whose check failed."""
    if PROMISES[clues.check] != promise:
        return ""
    found = broken(clues.served).get(promise)
    return found.figure if found else ""


def _figure_before(clues: Clues, promise: str) -> str:
    """What is seen against it in the first service, too, where no fetch fails and nobody is cut."""
    found = broken(clues.even).get(promise) if clues.even else None
    return found.figure if found else ""


def _cut_by_patience(clues: Clues, day: Day) -> bool:
    """A fetch was hung up, and nobody had been cancelled."""
    return bool(day.cut_off) and not _somebody_cut(day)


def _cut_by_cancel(clues: Clues, day: Day) -> bool:
    return bool(day.cut_off) and _somebody_cut(day)


def _cut_by_write(clues: Clues, day: Day) -> bool:
    """A fetch was hung up as a write of its key began or ended."""
    return any(
        write.key == fetch.key and abs(moment - fetch.ended) <= GRACE
        for fetch in day.cut_off
        for write in day.writes
        for moment in (write.begun, write.ended.at if write.ended else 0)
    )


def _dropped_for_another_key(clues: Clues, day: Day) -> bool:
    """What a fetch brought is not used, and another key had been written meanwhile."""
    wrong = _figure(clues, "one fetch") == "needless" or bool(_figure(clues, "newest"))
    return wrong and any(
        fetch.begun < store.ended <= fetch.ended
        for fetch in day.calls
        if fetch.what == "fetch" and fetch.how == "delivered" and not day.overtaken(fetch)
        for store in day.calls
        if store.what == "store" and store.key != fetch.key and store.how == "delivered"
    )


def _made_again(clues: Clues, day: Day) -> bool:
    """A fetch follows at once on one that a write has overtaken."""
    if _figure(clues, "one fetch") != "needless":
        return False
    return any(
        day.overtaken(one) and 0 <= other.begun - one.ended <= GRACE
        for key in {call.key for call in day.calls}
        for one in day.fetches(key)
        for other in day.fetches(key)
    )


def _somebody_cut(day: Day) -> bool:
    return any(read.cut is not None for read in day.reads)


def _waits_for_office(clues: Clues, day: Day) -> bool:
    """Reads last as long as a fetch, or longer: they wait for its end."""
    late = [
        read
        for read in day.reads
        if read.took > read.patience + GRACE / SECOND and read.cut is None
    ]
    return any(
        abs(read.end - fetch.ended) < GRACE for read in late for fetch in day.fetches(read.key)
    )


def _too_long(clues: Clues, day: Day) -> bool:
    return _figure(clues, "patience").endswith(" s")


MISTAKES = (
    waiting.THREADING_PRIMITIVE,
    # Most of a day nothing happens: what counts is how long a reader is patient.
    waiting.BLOCKS_THE_LOOP._replace(sign=partial(waiting.blocks_the_loop, least=_PATIENCE / 2)),
    _mistake(
        "calls-past-the-gate",
        "The office is called by more than it has lines for. Does every call of it, fetch or "
        "store, hold a place of the gate from before it begins until it has ended?",
        lambda clues, day: any(call.how == "sent away" for call in day.calls),
    ),
    _mistake(
        "cancel-cuts-the-fetch",
        "A reader was cancelled, and the fetch went with it, though others could have used it. "
        "Whose task is the fetch, and what does a cancelled reader pass on to it?",
        _cut_by_cancel,
    ),
    _mistake(
        "write-cuts-the-fetch",
        "A fetch is never cut off, not by a write either: what it brings can be dropped.",
        _cut_by_write,
    ),
    _mistake(
        "patience-cuts-the-fetch",
        "The fetch is cut off when a reader's patience ends, so the next one begins it anew, and "
        "none ever arrives. What may end with the patience, and what must go on?",
        _cut_by_patience,
    ),
    _mistake(
        "fetched-twice",
        "Two fetches of one key were under way at the same time. How does a reader see that "
        "somebody else has begun one?",
        lambda clues, day: _figure(clues, "one fetch") == "two at once",
    ),
    _mistake(
        "one-count-for-all-keys",
        "What a fetch brought was dropped, though its key had not been written: another key had. "
        "Whose writes does a fetch look at?",
        _dropped_for_another_key,
    ),
    _mistake(
        "fetched-after-a-write",
        "A write was quicker than the fetch, and so it was fetched again. What was written is "
        "fresh: what is there left to ask for?",
        _made_again,
    ),
    _mistake(
        "needless-fetch",
        "A value is fetched that is fresh: it was fetched or written less than `fresh_for` seconds "
        "ago. From when does yours count, and does who stood in line look again when it is in?",
        lambda clues, day: _figure(clues, "one fetch") == "needless",
    ),
    _mistake(
        "older-over-newer",
        "A fetch brings the value as it was when the fetch began. If a write has ended since, it "
        "is old news: how does the fetch notice, and from which moment does a write count?",
        lambda clues, day: "older" in broken(clues.served),
    ),
    _mistake(
        "reader-waits-for-the-office",
        "A reader waits until the office has answered, whatever its patience. Where does the time "
        "go: into the line at the gate, or into the fetch? Which of the two must the reader do "
        "itself?",
        _waits_for_office,
    ),
    _mistake(
        "patience-not-kept",
        "A read takes longer than its patience, which counts from its begin, once, over all that "
        "it waits for.",
        _too_long,
        at="",
    ),
    _mistake(
        "failure-remembered",
        "After a fetch that failed no other one is begun. What is left behind by the failed one, "
        "and who takes it away?",
        lambda clues, day: (
            _figure(clues, "failure").startswith("no fetch")
            and not _figure_before(clues, "newest").startswith("no fetch")
        ),
    ),
    _mistake(
        "failure-told",
        "A fetch failed, and a reader heard of it, for whom there was a value. Its error is only "
        "for those who have nothing else to get.",
        lambda clues, day: (
            bool(_figure(clues, "failure"))
            and not _figure(clues, "failure").startswith("no fetch")
            and _figure_before(clues, "patience") != "no value"
        ),
    ),
    _mistake(
        "no-refresh",
        "A read found no fresh value, and the office was not asked, or not at once. Who begins the "
        "fetch, for each key, and what keeps it from beginning?",
        lambda clues, day: any(
            _figure(clues, promise).startswith("no fetch") for promise in ("newest", "failure")
        ),
    ),
    _mistake(
        "made-up",
        "A reader got a value that neither the office nor a writer had given. What does your cache "
        "hand out where it knows nothing?",
        lambda clues, day: _figure(clues, "newest") == "made up",
        at="",
    ),
    _mistake(
        "served-before-stored",
        "A reader got what somebody was about to write. The office doesn't have it yet, and may "
        "never get it: when does a write count?",
        lambda clues, day: _figure(clues, "newest") == "not stored yet",
        at="store",
    ),
    _mistake(
        "not-the-newest",
        "A reader got an older value than there was. What does a read look at, and when?",
        lambda clues, day: bool(_figure(clues, "newest")),
        at="",
    ),
    _mistake(
        "too-old",
        "A value older than `keep_for` is nothing to serve any more. From which moment is its age "
        "counted, and does anything but a fetch or a write make it young again?",
        lambda clues, day: _figure(clues, "age") == "too old",
        at="",
    ),
    _mistake(
        "wrongly-marked",
        "`stale` says one thing only: the value is older than `fresh_for`, counted from the end of "
        "its fetch or write. What does yours say?",
        lambda clues, day: bool(_figure(clues, "age")),
        at="",
    ),
    _mistake(
        "cancel-swallowed",
        "A cancelled reader goes at once, and ends as cancelled. CancelledError is to be let out "
        "again.",
        lambda clues, day: _figure(clues, "cut") in ("goes on", "swallowed"),
        at="",
    ),
    _mistake(
        "strands-the-others",
        "A reader was cancelled, and others never get what they wait for. What do they wait for, "
        "and who was to bring it?",
        lambda clues, day: (
            bool(_figure(clues, "cut")) and _figure_before(clues, "patience") != "no value"
        ),
        at="",
    ),
    _mistake(
        "write-comes-too-late",
        "A write waits for others than those who had called the office before it. With which "
        "priority does it come to the gate, is it the gate that everybody goes through, and who "
        "has a place there without calling?",
        lambda clues, day: _figure(clues, "gate") in ("refresh first", "write waits"),
        at="store",
    ),
    _mistake(
        "write-not-stored",
        "A write returns when the office has stored the value: no sooner, and at once then.",
        lambda clues, day: bool(_figure(clues, "gate")),
        at="store",
    ),
    _mistake(
        "nothing-served",
        "A reader went away with nothing, though there was something to serve.",
        lambda clues, day: any(
            _figure(clues, promise) == "no value" for promise in ("patience", "failure", "cut")
        ),
        at="",
    ),
)


def _polls(clues: Clues) -> Sighting | None:
    """Somebody sleeps in a loop, again and again."""
    loops = [
        (node.lineno, node.end_lineno or 0) for node in clues.nodes if isinstance(node, ast.While)
    ]
    slept = [
        note.line
        for note in clues.trace.notes
        if isinstance(note, Slept) and any(start <= note.line <= end for start, end in loops)
    ]
    return Sighting(slept[0]) if len(slept) > _OFTEN else None


_OFTEN = 20
"""So many looks in the first service are no accident: ten reads wait in it, 0.1 s each."""


POLLS = Remark(
    "polling",
    "whoever waits here looks again and again. It works; one who is woken costs nothing while it "
    "waits.",
    lambda services, replay: _polls(replay(1)),
    word="while",
)
