"""Case 12: jobs that hang, and jobs that fail, before cooks who can take neither.

The learner's `serve` has no timeout: one job that hangs keeps its cook for ever, one that raises
ends it. Each job has a timeout of its own, and whatever becomes of it is told to a board.

Services 1 to 15 show one thing each. From 16 on they are lines that chance made.
"""

import math
from functools import lru_cache, partial
from typing import NamedTuple

from kitchen.case import (
    Case,
    Check,
    Entry,
    Figure,
    Finding,
    Hint,
    Measure,
    Mistake,
    Number,
    Remark,
    Served,
    Service,
    Smaller,
    nothing_left,
)
from kitchen.grace import GRACE
from kitchen.lines import Wait, overtaken, seconds
from kitchen.numbers import counted_were
from kitchen.parts import Parts
from kitchen.signs import jobs as signs
from kitchen.signs.tickets import GET_INSIDE_TRY
from kitchen.world import chance
from kitchen.world.ledger import Event, Item, Ledger
from kitchen.world.script import Begin, Cancel, Step, Tell
from kitchen.world.supplier import Conditions, Fate
from kitchen.world.wire import SECOND

PART = 2
TITLE = "A hung worker"
ENTRY = Entry("serve", ("jobs", "cook", "board", "workers"))
DOOR = 1_000
HANG = math.inf
STUBBORN = 1.0
"""So long a job that swallows its cancellation goes on."""

SLACK = 0.05

PLAIN = frozenset({"even", "plain", "hang", "limits", "queue", "trickle", "mixed"})
ERRORS = frozenset({"error", "mixed"})
OWN = frozenset({"own"})
HELD = PLAIN | frozenset({"error", "own"})
STUB = frozenset({"stubborn"})
CUT = frozenset({"cut"})
ALL = HELD | STUB


# --- services ---------------------------------------------------------------------------------


class Task(NamedTuple):
    """One job as the script has it. Times are seconds; `comes` after the beginning."""

    number: int
    comes: float
    takes: float
    timeout: float = 0.2
    kind: str = ""
    """'error', 'odd' or 'own timeout': what it raises at its end; 'stubborn': won't be stopped."""

    @property
    def fails(self) -> bool:
        return self.kind in ("error", "odd", "own timeout")

    @property
    def late(self) -> bool:
        """Whether it would run past its timeout."""
        return self.takes > self.timeout

    @property
    def lasts(self) -> float:
        return min(self.takes, self.timeout)


class Shift(NamedTuple):
    """The jobs of a service, the cooks, when the stream ends, and when serve is cancelled."""

    kind: str
    title: str
    workers: int
    jobs: tuple[Task, ...]
    ends: float | None = None
    """None: 30 ms after the last job has come."""
    cut: float | None = None


def _jobs(*takes: float, timeout: float = 0.2, apart: float = 0.0) -> tuple[Task, ...]:
    return tuple(
        Task(place, round(apart * (place - 1), 3), lasts, timeout)
        for place, lasts in enumerate(takes, 1)
    )


def _each(*jobs: tuple[float, float, float, str]) -> tuple[Task, ...]:
    """Jobs from (comes, takes, timeout, kind)."""
    return tuple(Task(place, *job) for place, job in enumerate(jobs, 1))


def _hanging() -> tuple[Task, ...]:
    """Sixteen jobs, of which every fourth hangs, with timeouts from 0.10 to 0.19 s."""
    return tuple(
        Task(n, 0.0, HANG if n % 4 == 2 else 0.03 + 0.005 * (n % 5), round(0.1 + 0.006 * n, 3))
        for n in range(1, 17)
    )


def _limits() -> tuple[Task, ...]:
    """Just under and just over limits of their own."""
    pairs = [(0.07, 0.1), (0.13, 0.1), (0.32, 0.35), (0.38, 0.35), (0.47, 0.5), (0.53, 0.5)]
    return _each(*[(0.0, takes, timeout, "") for takes, timeout in pairs])


def _errors(count: int) -> tuple[Task, ...]:
    kinds = ("error", "", "odd", "")
    return _each(*[(0.0, 0.05 + 0.01 * (n % 3), 0.2, kinds[n % 4]) for n in range(count)])


_OWN = _each(
    (0.0, 0.05, 0.2, ""), (0.0, 0.06, 0.2, "own timeout"), (0.0, HANG, 0.2, ""),
    (0.0, 0.15, 0.2, "own timeout"), (0.0, 0.05, 0.2, ""), (0.0, 0.17, 0.25, "own timeout"),
)  # fmt: skip

_TRICKLE = _each(
    (0.0, 0.05, 0.2, ""), (0.5, 0.05, 0.2, ""), (0.53, 0.08, 0.2, ""), (1.3, HANG, 0.2, ""),
    (1.9, 0.05, 0.2, ""), (2.8, 0.1, 0.2, ""),
)  # fmt: skip

DIRECTED = (
    Shift("even", "2 of 7 jobs hang, 1 cook", 1, _jobs(0.04, HANG, 0.04, 0.04, HANG, 0.04, 0.04)),
    Shift("plain", "8 jobs, 1 cook", 1, _jobs(*[0.05] * 8)),
    Shift("hang", "4 of 16 jobs hang, timeouts of 0.10 to 0.19 s, 3 cooks", 3, _hanging()),
    Shift("limits", "timeouts of 0.1, 0.35 and 0.5 s, 1 cook", 1, _limits()),
    Shift("limits", "timeouts of 0.1, 0.35 and 0.5 s, 2 cooks", 2, _limits()),
    Shift("error", "every other one of 8 jobs raises an error, 1 cook", 1, _errors(8)),
    Shift("error", "every other one of 9 jobs raises an error, 2 cooks", 2, _errors(9)),
    Shift("own", "jobs with a TimeoutError of their own, 1 cook", 1, _OWN),
    Shift("queue", "8 jobs of 0.12 s, timeout 0.2 s, 1 cook", 1, _jobs(*[0.12] * 8)),
    Shift("trickle", "jobs with long pauses between them, 2 cooks", 2, _TRICKLE),
    Shift(
        "cut", "cancelled at 0.27 s, while 2 are cooked and 3 wait, 2 cooks", 2,
        _jobs(0.15, 0.1, HANG, 0.3, 0.1, 0.1, 0.1, timeout=0.4), 0.5, cut=0.27,
    ),
    Shift(
        "cut", "cancelled at 0.4 s, when all is told and more may come, 2 cooks", 2,
        _jobs(0.05, 0.1), 0.8, cut=0.4,
    ),
    Shift(
        "cut", "cancelled at 0.27 s, when the stream has ended, 2 cooks", 2,
        _jobs(0.15, 0.1, HANG, 0.3, 0.1, 0.1, 0.1, timeout=0.4), 0.1, cut=0.27,
    ),
    Shift(
        "stubborn", "a job swallows its cancellation and goes on for a second, 2 cooks", 2,
        _each(
            (0.0, 0.05, 0.2, ""), (0.0, HANG, 0.2, "stubborn"), (0.0, 0.05, 0.2, ""),
            (0.0, 0.1, 0.2, ""), (0.0, 0.05, 0.2, ""),
        ),
    ),
    Shift(
        "trickle", "the stream stays open for a second after the last job, 2 cooks", 2,
        _jobs(0.05, 0.08, HANG, 0.05, apart=0.04), 1.12,
    ),
)  # fmt: skip


def _drawn(number: int) -> Shift:
    """A line that chance made. No job ends within 25 ms of its timeout."""
    draw = partial(chance.draw, number)
    kind = ("mixed", "mixed", "mixed", "cut")[number % 4]
    count, workers = 4 + int(9 * draw("count")), 1 + int(3 * draw("cooks"))
    at, jobs = 0.0, []
    for n in range(1, count + 1):
        at = round(at + (0.0 if draw("together", n) < 0.5 else 0.03 + 0.2 * draw("pause", n)), 3)
        timeout = round(0.1 + 0.2 * draw("timeout", n), 3)
        share, fate = draw("takes", n), draw("fate", n)
        takes = 0.03 + share * (timeout - 0.06)
        if fate < 0.15:
            takes = HANG
        elif fate < 0.3:
            takes = timeout + 0.03 + 0.2 * share
        how = ("error", "odd", "own timeout")[int(3 * draw("how", n))]
        jobs.append(Task(n, at, round(takes, 3), timeout, how if 0.3 <= fate < 0.5 else ""))
    cooks = f"{workers} cook" + "s" * (workers > 1)
    total = sum(job.lasts for job in jobs) / workers
    cut = round(0.05 + draw("cut") * (at + total), 3) if kind == "cut" else None
    also = "" if cut is None else f", cancelled at {cut:g} s"
    return Shift(kind, f"{count} jobs, {cooks}{also}", workers, tuple(jobs), None, cut)


@lru_cache(1024)
def _shift(number: int) -> Shift:
    return DIRECTED[number - 1] if number <= len(DIRECTED) else _drawn(number)


def tasks(service: Service) -> tuple[Task, ...]:
    """The jobs of a service; if it was made smaller, those that are left."""
    jobs = _shift(service.number).jobs
    return tuple(jobs[place - 1] for place in service.kept) if service.kept else jobs


def workers(service: Service) -> int:
    return _shift(service.number).workers


def service(number: int, kept: Parts = ()) -> Service:
    """Service `number`: one of the fifteen that show one thing each, or one by chance."""
    return _of(_shift(number), number, kept)


def _of(shift: Shift, number: int = 1, kept: Parts = ()) -> Service:
    jobs = tuple(shift.jobs[place - 1] for place in kept) if kept else shift.jobs
    ends = (
        max((job.comes for job in jobs), default=0.0) + 0.03 if shift.ends is None else shift.ends
    )
    steps: list[Step] = [Begin("serve", ("jobs", "cook", "board", shift.workers))]
    steps += [Tell("job", j.number, (j.timeout, j.kind), j.comes) for j in jobs]
    steps.append(Tell("end", at=ends))
    if shift.cut is not None:
        steps.append(Cancel(0, shift.cut))
    steps.sort(key=lambda step: step.at)
    fates: dict[Item, tuple[Fate, ...]] = {
        job.number: (
            Fate(job.takes, "spoiled" if job.fails else "crate"),
            *([Fate(STUBBORN)] if job.kind == "stubborn" else []),
        )
        for job in jobs
    }
    conditions = Conditions(limit=DOOR, fates=fates)
    return Service(
        number, shift.kind, shift.title, ENTRY, conditions, (tuple(steps),), kept, "line"
    )


def _with_hanging(count: int) -> Service:
    """The first service, where so many of its jobs hang: first of all those that do anyway."""
    hang = (2, 5, 1, 3, 4, 6, 7)[:count]
    jobs = _jobs(*[HANG if number in hang else 0.04 for number in range(1, 8)])
    return _of(DIRECTED[0]._replace(jobs=jobs))


def _with_timeout(seconds: float) -> Service:
    jobs = tuple(job._replace(timeout=seconds) for job in DIRECTED[0].jobs)
    return _of(DIRECTED[0]._replace(jobs=jobs))


def _told_of(what: str, ledger: Ledger) -> int:
    return len(ledger.marks(what))


def _last_told(ledger: Ledger) -> float | None:
    """Seconds until the board had heard of the last job that it heard of; None: of none."""
    told = [event.at for what in ("done", "late", "failed") for event in ledger.marks(what)]
    return max(told) / SECOND if told else None


LAST_TOLD = Measure("the last was told", _last_told)

NUMBERS = (
    Number(
        "timeout",
        "the timeout of every job; 2 of the 7 hang, the others take 0.04 s",
        "0.01..0.46..0.05",
        _with_timeout,
        unit="s",
        whole=False,
        least=0.001,
        most=10,
        measure=LAST_TOLD,
    ),
    Number(
        "hung",
        "how many of the 7 jobs hang",
        "0..7",
        _with_hanging,
        least=0,
        most=7,
        measure=LAST_TOLD,
    ),
    Number(
        "workers",
        "how many cooks there are",
        "1..7",
        lambda count: _of(DIRECTED[0]._replace(workers=count)),
        measure=LAST_TOLD,
    ),
)


# --- what became of each job ----------------------------------------------------------------------


class Story(NamedTuple):
    """One job as it went. Moments in nanoseconds; None: it never came to that."""

    task: Task
    came: int
    begun: int | None
    ended: Event | None
    """'delivered', 'failed' or 'hung up': how its first attempt ended."""
    told: tuple[Event, ...]
    """What the board was told of it."""
    times: int
    """How often it was begun."""

    @property
    def due(self) -> int:
        """When it is to be cut."""
        return (self.begun or 0) + round(self.task.timeout * SECOND)


def stories(served: Served) -> list[Story]:
    """What became of each job, in the order in which they came."""
    ledger = served.ledger
    first: dict[object, Event] = {}
    numbers: dict[int, object] = {}
    ended: dict[object, Event] = {}
    told: dict[int, list[Event]] = {}
    came: list[Event] = []
    for event in ledger:
        if event.kind == "asked":
            first.setdefault(event.item, event)
            numbers[event.number] = event.item
        elif event.kind in ("delivered", "failed", "hung up"):
            ended.setdefault(event.item, event)
        elif event.kind == "mark" and event.note in ("done", "late", "failed"):
            told.setdefault(event.number, []).append(event)
        elif event.kind == "told" and event.note == "job":
            came.append(event)
    known = {task.number: task for task in tasks(served.service)}
    asked = ledger.times("asked")
    return [
        Story(
            known[e.number],
            e.at,
            first[e.number].at if e.number in first else None,
            ended.get(e.number),
            tuple(told.get(e.number, ())),
            asked[e.number],
        )
        for e in came
    ]


def waits(served: Served) -> list[Wait]:
    """Each job in line, in the order in which they came: all are of one rank."""
    return [
        Wait(
            s.task.number,
            0,
            s.came,
            turn,
            math.inf if s.begun is None else s.begun,
            s.begun is not None,
        )
        for turn, s in enumerate(stories(served), 1)
    ]


# --- what is promised ---------------------------------------------------------------------------


def told_once(served: Served) -> Finding:
    """Of every job the board hears once, and what is so."""
    told = stories(served)
    count = sum(len(story.told) for story in told)
    figure = f"{count} told of {len(told)}"
    raised = _raised(served)
    if raised:
        return Finding(False, figure, raised)
    for story in told:
        number = story.task.number
        if not story.told:
            what = "never begun, and nothing was told of it"
            if story.begun is not None:
                how = {"delivered": "cooked", "failed": "raised an error", "hung up": "was cut"}
                ended = how[story.ended.kind] if story.ended else "was begun"
                what = f"{ended}, and the board was never told"
            return Finding(False, figure, f"Job {number} {_verb(story)}{what}.")
        if len(story.told) > 1:
            words = " and ".join(event.note for event in story.told)
            return Finding(False, figure, f"Job {number} was told more than once: {words}.")
        if story.times > 1 and story.task.kind != "stubborn":
            seen = f"Job {number} was begun {story.times} times."
            return Finding(False, f"job {number} begun {story.times} times", seen)
        if story.told[0].note == "done" and story.ended is None:
            seen = f"Job {number} was told done, and it wasn't."
            return Finding(False, f"job {number} told done", seen)
        if story.told[0].note == "done" and story.task.kind != "stubborn":
            if story.ended is None or story.ended.kind != "delivered":
                seen = f"Job {number} was told done, and no dish of it ever came."
                return Finding(False, f"job {number} told done", seen)
            if story.told[0].at < story.ended.at:
                seen = f"Job {number} was told done before it was."
                return Finding(False, f"job {number} told done", seen)
    return Finding(True)


def _verb(story: Story) -> str:
    return (
        "was " if story.begun is None or (story.ended and story.ended.kind == "delivered") else ""
    )


def cut_at_once(served: Served) -> Finding:
    """Who runs past its own timeout is hung up then, and told late; nobody else is."""
    worst = 0
    for story in stories(served):
        task, number = story.task, story.task.number
        if story.begun is None or not task.late:
            continue
        ran = f"It had {task.timeout:g} s from {seconds(story.begun)} on"
        if story.ended is None or story.ended.kind != "hung up":
            seen = f"Job {number} ran past its timeout, and was not hung up. {ran}."
            return Finding(False, f"job {number} goes on", seen)
        over = story.ended.at - story.due
        if abs(over) > GRACE:
            when = f"{seconds(abs(over))} too {'late' if over > 0 else 'early'}"
            seen = f"Job {number} was cut at {seconds(story.ended.at)}. {ran}: {when}."
            return Finding(False, when, seen)
        worst = max(worst, over)
        first = next(iter(story.told), None)
        if first is not None and first.note != "late" and task.kind != "stubborn":
            seen = f"Job {number} ran past its timeout, was cut, and was told {first.note}."
            return Finding(False, f"job {number} told {first.note}", seen)
        if first is not None and first.at > story.due + GRACE and task.kind != "stubborn":
            seen = f"Job {number} was cut in time, and told late only at {seconds(first.at)}."
            return Finding(False, f"told {seconds(first.at - story.due)} later", seen)
    return Finding(True, f"worst +{worst / SECOND:.2f} s")


def from_its_start(served: Served) -> Finding:
    """Who keeps within its timeout is left alone, however long it waited in line."""
    for story in stories(served):
        task, number = story.task, story.task.number
        if task.late or story.begun is None:
            continue
        if story.ended is not None and story.ended.kind == "hung up":
            ran = (story.ended.at - story.begun) / SECOND
            waited = (story.begun - story.came) / SECOND
            seen = (
                f"Job {number} may take {task.timeout:g} s, and was cut after {ran:.2f} s; "
                f"it had waited {waited:.2f} s in line."
            )
            return Finding(False, f"job {number} cut after {ran:.2f} s", seen)
        if any(event.note == "late" for event in story.told) and not task.fails:
            seen = f"Job {number} was in time, and was told late."
            return Finding(False, f"job {number} told late", seen)
    return Finding(True)


def errors_told(served: Served) -> Finding:
    """An error is told as that very error, and the cook goes on."""
    return _told_failed(served, own=False)


def own_timeout_told(served: Served) -> Finding:
    """So is a TimeoutError of the job's own."""
    return _told_failed(served, own=True)


def _told_failed(served: Served, *, own: bool) -> Finding:
    raised = _raised(served)
    if raised:
        return Finding(False, "serve raised", raised)
    for story in stories(served):
        task, number = story.task, story.task.number
        if story.begun is None:
            return Finding(False, f"job {number} left", f"Job {number} was never begun.")
        if not task.fails or task.late or (task.kind == "own timeout") != own:
            continue
        if not story.told:
            seen = f"Job {number} raised an error, and the board was never told."
            return Finding(False, f"job {number} not told", seen)
        event = story.told[0]
        what = "a TimeoutError of its own" if own else "an error"
        if event.note != "failed":
            seen = f"Job {number} raised {what}, and was told {event.note}."
            return Finding(False, f"job {number} told {event.note}", seen)
        if event.item != 1:
            seen = f"Job {number} raised {what}; told was another, of type {event.item}."
            return Finding(False, f"job {number}: {event.item}", seen)
    return Finding(True)


def never_held_up(served: Served) -> Finding:
    """All told in time; first come, first served; never more cooking than there are cooks."""
    peak, cooks = served.ledger.peak, workers(served.service)
    if peak > cooks:
        by = f"{cooks} cook" + "s" * (cooks > 1)
        seen = f"At the busiest moment {peak} jobs were cooked at once, by {by}."
        return Finding(False, f"{peak} at once", seen)
    pair = next(overtaken(waits(served)), None)
    if pair is not None:
        first, passed = pair
        seen = (
            f"Job {first.number} was begun at {seconds(first.until)}, while job {passed.number}, "
            "which came before it, still waited."
        )
        return Finding(False, f"job {first.number} before {passed.number}", seen)
    marks = [event for story in stories(served) for event in story.told]
    last, within = max((event.at for event in marks), default=0), bound(served.service)
    took = f"took {seconds(last)}"
    if last > within * SECOND:
        over = last / SECOND - within
        seen = (
            f"The last job was told at {seconds(last)}; a line that is not held up needs "
            f"{within:.2f} s at most, {max(over, 0.001):.3f} s less."
        )
        return Finding(False, took, seen)
    missing = [story.task.number for story in stories(served) if not story.told]
    if missing:
        few = counted_were(len(missing), "job")
        seen = f"{few} never told, the first of them job {missing[0]}."
        return Finding(False, f"{len(missing)} never told", seen)
    return Finding(True, took)


def bound(service: Service) -> float:
    """Seconds by which all must be told."""
    jobs = tasks(service)
    last = max((job.comes for job in jobs), default=0.0)
    longest = max((job.lasts for job in jobs), default=0.0)
    return last + sum(job.lasts for job in jobs) / workers(service) + longest + SLACK


def ends_well(served: Served) -> Finding:
    """serve returns when all is told; cancelled, it ends at once. Nothing is left running."""
    ledger = served.ledger
    cut, end = ledger.first("cut", 0), ledger.end_of(0)
    if end is None:
        return Finding(False, "did not end", "serve did not end.")
    if cut is not None:
        if end.at > cut.at + GRACE:
            seen = f"serve was cancelled, and went on for {seconds(end.at - cut.at)}."
            return Finding(False, "it went on", seen)
        later = [e for e in ledger.of("asked") if e.at > cut.at + GRACE]
        if later:
            count = f"{len(later)} more jobs were" if len(later) > 1 else "one more job was"
            seen = f"After serve was cancelled {count} begun."
            return Finding(False, f"{len(later)} more begun", seen)
        over = {
            e.number for e in ledger.of("delivered", "failed", "hung up") if e.at <= cut.at + GRACE
        }
        air = [e for e in ledger.of("asked") if e.number not in over]
        if air:
            count = f"{len(air)} jobs were" if len(air) > 1 else "one job was"
            seen = f"serve was cancelled, and {count} cooked on without it."
            return Finding(False, f"{len(air)} still cooked", seen)
    elif end.kind != "returned":
        seen = _raised(served) or "serve ended as cancelled, and nobody had cancelled it."
        return Finding(False, "did not return", seen)
    else:
        marks = [event.at for story in stories(served) for event in story.told]
        if end.at < max(marks, default=0):
            seen = f"serve returned at {seconds(end.at)}, and jobs were told until "
            return Finding(False, "returned too early", f"{seen}{seconds(max(marks))}.")
        if served.service.kind not in STUB and end.at > _over(served) + SECOND // 2:
            seen = f"All was told at {seconds(_over(served))}; serve returned at {seconds(end.at)}."
            return Finding(False, "returned late", seen)
    return nothing_left(served) or Finding(True)


def _over(served: Served) -> int:
    """When the stream had ended and all was told."""
    ends = [e.at for e in served.ledger.of("told") if e.note == "end"]
    marks = [event.at for story in stories(served) for event in story.told]
    return max([*ends, *marks], default=0)


def _raised(served: Served) -> str:
    error = served.errors.get(0)
    if error is None:
        return ""
    inside = f" ({error.first})" if error.first else f": {error.text}" if error.text else ""
    return f"serve raised {error.type}{inside}."


CHECKS = (
    Check(lambda s: "every job is told once: done, late or failed", told_once, ALL),
    Check(lambda s: "a job past its own timeout is cut at once", cut_at_once, PLAIN | STUB),
    Check(
        lambda s: "the timeout counts from the job's start, not from the queue",
        from_its_start,
        PLAIN,
    ),
    Check(lambda s: "an error is told as that error, and the cook goes on", errors_told, ERRORS),
    Check(
        lambda s: "a job's own TimeoutError is not taken for the limit",
        own_timeout_told,
        OWN | frozenset({"mixed"}),
    ),
    Check(
        lambda s: f"the line is never held up: told within {bound(s):.2f} s", never_held_up, HELD
    ),
    Check(
        lambda s: "serve ends when all is told; cancelled, it ends at once", ends_well, ALL | CUT
    ),
)


# --- what people get wrong -----------------------------------------------------------------------


def table(served: Served) -> tuple[str, ...]:
    """What became of each job, in a line each."""
    lines = ["job  timeout  came    begun   ended   told"]
    for story in stories(served):
        moments = (story.came, story.begun, story.ended.at if story.ended else None)
        shown = "  ".join(f"{'-':<6}" if m is None else f"{m / SECOND:<6.2f}" for m in moments)
        told = ", ".join(f"{event.note} {event.at / SECOND:.2f}" for event in story.told) or "-"
        task = story.task
        lines.append(f"{task.number:>3}  {task.timeout:<7g}  {shown}  {told}")
    return tuple(lines)


RULES = signs.Rules(stories, waits, workers)
MISTAKES: tuple[Mistake, ...] = signs.mistakes(RULES)
REMARKS: tuple[Remark, ...] = (GET_INSIDE_TRY, signs.ends_otherwise_in(11, 12))
HINTS = (
    Hint(
        frozenset({"own-timeout-told-late", "error-told-late", "late-told-failed"}),
        (
            "An error has come out of the job's block. Which of your lines saw whether the time "
            "was really up, and whether it is that kind of error at all?",
            "`async with asyncio.timeout(...) as limit:`, and afterwards `limit.expired()`, "
            "asked of a TimeoutError and of nothing else.",
            "`except TimeoutError as error: board.late(job) if limit.expired() else "
            "board.failed(job, error)`, above the `except Exception`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "timeout-round-get",
                "cook-dies-of-the-timeout",
                "left-in-the-air",
                "old-timer",
                "counts-from-arrival",
                "looks-too-seldom",
                "another-limit",
            }
        ),
        (
            "Draw the life of one job: it comes, it is taken, it is begun, it ends. Between "
            "which two of these runs your clock, whose number does it have, and what stops when "
            "it rings?",
            "`asyncio.timeout(job.timeout)` as a block round the call, and round nothing more. "
            "It begins with the call, cuts that call and leaves the cook alive, and its alarm is "
            "gone with the block.",
            "`async with asyncio.timeout(job.timeout) as limit:` and in it one line, `await "
            "cook(job.payload)`: no task, no `shield`, no timer of your own.",
        ),
    ),
    Hint(
        frozenset({"cook-dies", "cook-dies-on-error", "error-ends-everything", "another-error"}),
        (
            "Follow the worker's loop when `cook` raises. Where does it come out?",
            "Catch what a job raises inside the loop: `except Exception`, which lets a "
            "cancellation through.",
            "`try: await cook(job.payload)` / `except Exception as error: board.failed(job, "
            "error)` / `else: board.done(job)`, inside the `while`.",
        ),
    ),
    Hint(
        frozenset(
            {"told-twice", "tried-again", "failed-told-done", "told-nothing", "task-done-missing"}
        ),
        (
            "Write down the ways out of one job: well, late, failed, cut off from outside. Which "
            "lines are passed on each of them, and how often?",
            "`try` has a place for every way: an `except` for each bad end, `else` for the good "
            "one, `finally` for what belongs to all. What stands below the whole belongs to "
            "none.",
            "`board.late` and `board.failed` in their `except`s, `else: board.done(job)`, "
            "`finally: line.task_done()`, and no loop round it but that of the worker.",
        ),
    ),
    Hint(
        frozenset(
            {
                "swallows-cancel",
                "not-cancelled-with-it",
                "left-running",
                "leaves-before-the-end",
                "never-ends",
            }
        ),
        (
            "`serve` ends, once because all is told and once because it is cancelled. What is "
            "each of its tasks doing in that moment, and which line has seen to it?",
            "A TaskGroup that is cancelled cancels its tasks and waits for them, and so does a "
            "`finally`, if you write it. Before the good end `join` waits for the jobs; a worker "
            "that is cancelled has nothing to catch.",
            "`async with asyncio.TaskGroup() as group:` round it all, and as its last lines "
            "`await line.join()` and `one.cancel()` for each cook; or a `finally` that cancels "
            "the cooks and gathers them.",
        ),
    ),
    Hint(
        frozenset(
            {
                "not-waited-for",
                "no-limit",
                "waits-for-the-stream",
                "one-at-a-time",
                "out-of-order",
                "held-up",
            }
        ),
        (
            "Two cooks, and five jobs that come one after another: write down who has which job, "
            "from moment to moment, until the last is told. Who stands idle, and for what?",
            "`workers` tasks before one plain `asyncio.Queue`, which gives out what came first. "
            "Each has one job in hand, awaits it to its end and takes the next; and the stream "
            "is read beside them.",
            "`workers` times `create_task(work())` above `async for job in jobs: "
            "line.put_nowait(job)`; in `work` one `await cook(job.payload)` between two `await "
            "line.get()`.",
        ),
    ),
    Hint(
        frozenset({"from-another-thread", "threading-primitive", "blocks-the-loop"}),
        (
            "Which thread runs this line, and who in that thread was to ring, to cook or to read "
            "meanwhile?",
            "The jobs are coroutines: one thread has room for all of them, for the line and for "
            "the clock. Whatever waits there is awaited, and what rings is asyncio's own.",
            "`await line.get()` on an `asyncio.Queue`, and `asyncio.timeout(job.timeout)` round "
            "`await cook(job.payload)`; no `threading`, no `queue`.",
        ),
    ),
    Hint(
        frozenset(),
        (
            "Look at the worker: how long can `await cook(job.payload)` last, and what if it "
            "raises?",
            "`asyncio.timeout(job.timeout)` cuts what takes longer. `except Exception` keeps the "
            "worker alive. `finally` is for `task_done`.",
            "`try: async with asyncio.timeout(job.timeout) as limit: await cook(job.payload)`, "
            "then `except TimeoutError`, `except Exception`, `else`, `finally`.",
        ),
    ),
)


CASE = Case(
    entry=ENTRY,
    service=service,
    services=90,
    figures=tuple(
        Figure(f"told {what}", partial(_told_of, what)) for what in ("done", "late", "failed")
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=REMARKS,
    hints=HINTS,
    intended="no-timeout",
    numbers=NUMBERS,
    guests_own=frozenset({"LookupError", "TimeoutError"}),
    picture=lambda clues: table(clues.served),
    smaller=Smaller("jobs", lambda s: len(_shift(s.number).jobs), service),
)
