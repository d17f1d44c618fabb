"""Case 13: a dispatcher, built whole.

The learner's `Dispatcher` has the line of case 11 and the timeout of case 12. It never tries again,
doesn't look at the limit, and when it closes, whoever waits for an answer waits for ever.

Services 1 to 18 show one thing each. From 19 on they are menus that chance made, with every ending.
"""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple

from kitchen.case import (
    Case,
    Check,
    Entry,
    Figure,
    Finding,
    Hint,
    Mistake,
    Number,
    Remark,
    Served,
    Service,
    Smaller,
    nothing_left,
    peak,
)
from kitchen.grace import GRACE
from kitchen.lines import Overtaken, Wait, idle, overtaken, seconds
from kitchen.parts import Parts
from kitchen.signs import dispatchers as signs
from kitchen.signs.tickets import REACHES_IN, polls_in
from kitchen.world import chance
from kitchen.world.ledger import Event, Item, Ledger
from kitchen.world.script import Begin, Step, Tell
from kitchen.world.supplier import Conditions, Fate
from kitchen.world.wire import SECOND

PART = 2
TITLE = "A dispatcher"
ENTRY = Entry("Dispatcher", ("cook", "*", "workers", "limit", "max_attempts"), "class")
DOOR = 1_000
HANG = math.inf
LATECOMER = 90
"""The job that is submitted when the dispatcher has been closed."""

SERVICE = frozenset({"calm", "retry", "limit", "menu"})
WITHDRAW = frozenset({"withdraw"})
DRAIN = frozenset({"drain", "leave"})
ABORT = frozenset({"abort", "error"})
IDLE = frozenset({"idle"})
ALL = SERVICE | WITHDRAW | DRAIN | ABORT | IDLE


# --- services ---------------------------------------------------------------------------------


class Job(NamedTuple):
    """One job as the script has it. Times are seconds; `comes` after the beginning."""

    number: int
    priority: int
    comes: float
    tries: tuple[float, ...]
    """How long each attempt takes; below 0: so long, and then it raises. The last goes on."""
    timeout: float = 0.3
    kind: str = ""
    """'own timeout' or 'odd': which error it raises."""
    withdrawn: float | None = None


class Menu(NamedTuple):
    """The jobs of a service, the dispatcher's numbers, and how it ends."""

    kind: str
    title: str
    workers: int
    limit: int
    attempts: int
    jobs: tuple[Job, ...]
    ends: float | None = None
    """When it ends, or is waited for; None: 30 ms after the last job has come."""


def _jobs(*jobs: tuple[int, float, tuple[float, ...]]) -> tuple[Job, ...]:
    """Jobs from (priority, comes, tries)."""
    return tuple(Job(place, *job) for place, job in enumerate(jobs, 1))


BAD = -0.05
_CALM = _jobs(
    (3, 0.02, (0.2,)), (2, 0.05, (0.25,)), (3, 0.08, (0.1,)), (1, 0.11, (0.1,)),
    (3, 0.14, (0.1,)), (0, 0.17, (0.1,)), (1, 0.19, (0.1,)), (2, 0.19, (0.1,)),
)  # fmt: skip

_RETRY = _jobs(
    (1, 0.02, (0.25,)), (2, 0.05, (-0.12, BAD, 0.05)), (3, 0.08, (0.05,)), (2, 0.11, (0.05,)),
    (1, 0.14, (0.05,)), (2, 0.17, (BAD, 0.05)), (3, 0.2, (0.05,)), (2, 0.23, (0.05,)),
    (1, 0.37, (0.05,)),
)  # fmt: skip

_URGENT = _jobs(
    (0, 0.02, (0.2,)), (0, 0.05, (BAD, BAD, 0.05)), (0, 0.08, (0.05,)), (1, 0.11, (BAD, 0.05)),
    (0, 0.14, (0.05,)), (0, 0.17, (0.05,)),
)  # fmt: skip

_NEVER = (
    *_jobs(
        (2, 0.02, (BAD,) * 6 + (0.05,)), (2, 0.05, (HANG,) * 6 + (0.05,)),
        (3, 0.08, (0.05,)), (1, 0.11, (BAD, HANG, BAD, BAD, BAD, 0.05)),
    ),
    Job(5, 2, 0.14, (BAD,) * 6 + (0.05,), kind="own timeout"),
    Job(6, 4, 0.17, (0.05,)),
)  # fmt: skip

_LATECOMER = _jobs(
    *[(3, round(0.02 + 0.001 * n, 3), (0.15,)) for n in range(6)], (0, 0.09, (0.1,)),
    (2, 0.12, (0.1,)),
)  # fmt: skip

_WHOLE = (
    Job(1, 1, 0.02, (HANG, HANG, 0.24)),
    Job(2, 1, 0.05, (-0.2, -0.2, 0.2)),
    Job(3, 2, 0.08, (0.24,)),
    Job(4, 2, 0.11, (0.2, 0.05), kind="odd"),
)

_WITHDRAWN = (
    Job(1, 1, 0.02, (HANG,), 5.0, withdrawn=0.3),
    Job(2, 1, 0.05, (0.1,), withdrawn=0.2),
    Job(3, 2, 0.08, (0.1,)),
    Job(4, 1, 0.11, (BAD, BAD, 0.1)),
    Job(5, 3, 0.14, (0.1,), withdrawn=0.25),
    Job(6, 3, 0.17, (0.1,)),
)

_GIVEN_UP = (
    Job(1, 2, 0.02, (-0.1, 0.1, 0.1), withdrawn=0.2),
    Job(2, 1, 0.05, (0.15,)),
    Job(3, 1, 0.08, (0.1,)),
    Job(4, 0, 0.4, (HANG,), 0.3, withdrawn=0.5),
    Job(5, 3, 0.42, (0.1,)),
)

_AT_ONCE = (
    Job(1, 1, 0.02, (HANG,), withdrawn=0.02),
    Job(2, 2, 0.05, (0.2,)),
    Job(3, 1, 0.08, (0.1,), withdrawn=0.08),
    Job(4, 2, 0.11, (0.1,)),
    Job(5, 1, 0.5, (0.1,), withdrawn=0.5),
    Job(6, 2, 0.53, (0.1,)),
)

_TOGETHER = (
    Job(1, 2, 0.02, (HANG,), 5.0, withdrawn=0.2),
    Job(2, 1, 0.05, (0.1,), withdrawn=0.2),
    Job(3, 2, 0.08, (0.1,)),
    Job(4, 2, 0.11, (0.1,)),
    Job(5, 3, 0.14, (0.1,)),
)

_CLOSING = _jobs(
    (1, 0.02, (0.2,)), (2, 0.05, (BAD, 0.1)), (3, 0.08, (0.1,)), (1, 0.11, (HANG, 0.1)),
    (2, 0.14, (BAD,) * 4),
)  # fmt: skip

_ABORTED = _jobs(
    (1, 0.02, (0.05,)), (2, 0.05, (HANG,)), (3, 0.08, (HANG,)), (1, 0.11, (BAD, 0.1)),
    (2, 0.14, (0.1,)), (4, 0.17, (0.1,)),
)  # fmt: skip

DIRECTED = (
    Menu("calm", "8 jobs, workers 2, limit 5", 2, 5, 3, _CALM),
    Menu("retry", "retries among ranks 1 to 3, one at once", 1, 5, 3, _RETRY),
    Menu("retry", "retries of urgent jobs, one at once", 1, 5, 3, _URGENT),
    Menu("retry", "jobs that never succeed, workers 2, limit 5", 2, 5, 3, _NEVER),
    Menu("limit", "workers 5, limit 2, an urgent job comes late", 5, 2, 3, _LATECOMER),
    Menu("limit", "workers 3, limit 4", 3, 4, 3, _LATECOMER),
    Menu("retry", "attempts that need their whole timeout, one at once", 1, 1, 3, _WHOLE),
    Menu("retry", "5 attempts, workers 2, limit 2", 2, 2, 5, _NEVER),
    Menu("retry", "1 attempt, workers 2, limit 2", 2, 2, 1, _NEVER),
    Menu("withdraw", "jobs are withdrawn in line and in hand, one at once", 1, 4, 3, _WITHDRAWN),
    Menu("withdraw", "jobs are withdrawn that failed before, one at once", 1, 1, 3, _GIVEN_UP),
    Menu("drain", "closed with jobs in line and retries to come", 2, 2, 3, _CLOSING, 0.2),
    Menu("leave", "the block is left with jobs in line", 1, 3, 3, _CLOSING, 0.2),
    Menu("abort", "closed without draining, 2 in hand and 3 in line", 2, 2, 3, _ABORTED, 0.2),
    Menu("error", "the block is left by an error, 2 in hand and 3 in line", 2, 2, 3, _ABORTED, 0.2),
    Menu("idle", "no jobs at all, workers 2, limit 2", 2, 2, 3, (), 0.1),
    Menu("withdraw", "jobs are withdrawn as soon as they come, one at once", 1, 2, 3, _AT_ONCE),
    Menu("withdraw", "one in hand and one in line are withdrawn together", 1, 3, 3, _TOGETHER),
)  # fmt: skip

KINDS = ("menu", "menu", "withdraw", "menu", "drain", "abort", "leave", "menu", "withdraw", "error")


def _drawn(number: int) -> Menu:
    """A menu that chance made."""
    draw = partial(chance.draw, number)
    kind = KINDS[number % len(KINDS)]
    count, workers = 4 + int(9 * draw("count")), 1 + int(4 * draw("workers"))
    limit, attempts = 1 + int(4 * draw("limit")), 2 + int(2 * draw("attempts"))
    at, jobs = 0.02, []
    for n in range(1, count + 1):
        timeout = round(0.15 + 0.2 * draw("timeout", n), 3)
        tries = []
        for attempt in range(7):
            lasts = round(0.04 + draw("lasts", n, attempt) * (timeout - 0.08), 3)
            fate = draw("fate", n, attempt)
            tries.append(HANG if fate < 0.15 else -lasts if fate < 0.4 else lasts)
        withdrawn = None
        if kind == "withdraw" and draw("withdrawn", n) < 0.4:
            withdrawn = round(at + 0.03 + 0.5 * draw("moment", n), 3)
        kind_ = ("", "odd", "own timeout")[int(3 * draw("error", n))]
        rank = int(5 * draw("rank", n))
        jobs.append(Job(n, rank, at, tuple(tries), timeout, kind_, withdrawn))
        at = round(at + (0.0 if draw("together", n) < 0.3 else 0.03 + 0.1 * draw("pause", n)), 3)
    title = f"{count} jobs, workers {workers}, limit {limit}"
    return Menu(kind, title, workers, limit, attempts, tuple(jobs), round(at + 0.03, 3))


@lru_cache(1024)
def menu(number: int) -> Menu:
    """What service `number` is made from."""
    return DIRECTED[number - 1] if number <= len(DIRECTED) else _drawn(number)


def ends_at(number: int) -> float:
    """When the dispatcher is closed, left or waited for, in seconds."""
    made = menu(number)
    last = max((job.comes for job in made.jobs), default=0.0) + 0.03
    return last if made.ends is None else made.ends


def _left(service: Service) -> tuple[Job, ...]:
    """The jobs of a service; if it was made smaller, those that are left."""
    jobs = menu(service.number).jobs
    return tuple(jobs[place - 1] for place in service.kept) if service.kept else jobs


def service(number: int, kept: Parts = ()) -> Service:
    """Service `number`: one of those that show one thing each, or one that chance made."""
    return _of(menu(number), ends_at(number), number, kept)


def _of(made: Menu, ends: float, number: int = 1, kept: Parts = ()) -> Service:
    jobs = tuple(made.jobs[place - 1] for place in kept) if kept else made.jobs
    numbers = (made.workers, made.limit, made.attempts)
    steps: list[Step] = [Begin("block", ("of the dispatcher", *numbers))]
    for job in jobs:
        steps.append(Tell("submit", job.number, (job.priority, job.timeout, job.kind), job.comes))
        if job.withdrawn is not None:
            steps.append(Tell("withdraw", job.number, (), job.withdrawn))
    steps += _ending(made, ends)
    steps.sort(key=lambda step: step.at)
    fates: dict[Item, tuple[Fate, ...]] = {
        job.number: tuple(Fate(abs(t), "spoiled" if t < 0 else "crate") for t in job.tries)
        for job in jobs
    }
    fates[LATECOMER] = (Fate(0.05),)
    conditions = Conditions(limit=DOOR, fates=fates)
    title = made.title
    return Service(number, made.kind, title, ENTRY, conditions, (tuple(steps),), kept, "dispatcher")


def _ending(made: Menu, at: float) -> list[Step]:
    """How a menu ends. `later` is when all is done, whatever it is."""
    busy = sum(_busy(job, made.attempts) for job in made.jobs)
    later = round(at + busy / min(made.workers, made.limit) + 2.0, 3)
    again = Begin("close", ("a second time", True), later)
    if made.kind == "leave":
        return [Tell("leave", 0, (False,), at), again]
    if made.kind == "error":
        return [Tell("leave", 0, (True,), at), again]
    out = Tell("leave", 0, (False,), later + 0.1)
    if made.kind in ("drain", "abort"):
        how = ("draining", True) if made.kind == "drain" else ("without draining", False)
        late = Tell("submit", LATECOMER, (0, 0.3, ""), at + 0.05)
        return [Begin("close", how, at), late, again, out]
    return [Begin("join", ("the line",), at), out]


def _busy(job: Job, attempts: int) -> float:
    """Seconds that a job keeps a cook busy, at most."""
    total = 0.0
    for attempt in range(attempts):
        lasts = job.tries[min(attempt, len(job.tries) - 1)]
        total += min(abs(lasts), job.timeout)
        if 0 < lasts <= job.timeout:
            break
    return total


def _calm(**otherwise: Any) -> Service:
    """The first service with other numbers in it."""
    return _of(DIRECTED[0]._replace(**otherwise), ends_at(1))


def _failing(count: int, **otherwise: Any) -> Service:
    """The first service, where so many of its jobs fail twice before they succeed."""
    jobs = tuple(
        job._replace(tries=(BAD, BAD, *job.tries)) if job.number <= count else job for job in _CALM
    )
    return _calm(jobs=jobs, **otherwise)


NUMBERS = (
    Number(
        "workers", "how many cooks there are; the limit is 5", "1..8", lambda n: _calm(workers=n)
    ),
    Number(
        "limit",
        "how many may be cooked at once; there are 5 cooks",
        "1..8",
        lambda limit: _calm(workers=5, limit=limit),
    ),
    Number(
        "failing",
        "how many of the 8 jobs fail twice before they succeed",
        "0..8",
        _failing,
        least=0,
        most=8,
    ),
    Number(
        "attempts",
        "how many attempts a job has; all fail twice before they succeed",
        "1..6",
        lambda attempts: _failing(8, attempts=attempts),
    ),
)


def places(service: Service) -> int:
    made = menu(service.number)
    return min(made.workers, made.limit)


def attempts(service: Service) -> int:
    return menu(service.number).attempts


# --- what became of each job ----------------------------------------------------------------------


class Try(NamedTuple):
    """One attempt, from its beginning to its end (None: it never ended)."""

    begun: int
    ended: Event | None


class Story(NamedTuple):
    """One job as it went. Moments in nanoseconds; None: it never came to that."""

    job: Job
    came: int
    accepted: bool
    refused: Item | None
    tries: tuple[Try, ...]
    withdrawn: int | None
    answer: Event | None

    @property
    def waived(self) -> int | None:
        """When it was withdrawn, if it was not over by then."""
        if self.withdrawn is None:
            return None
        over = self.answer is not None and self.answer.at < self.withdrawn - GRACE
        return None if over else self.withdrawn

    def failed(self, attempt: Try) -> bool:
        """Whether this attempt raised, or was cut for its timeout."""
        if attempt.ended is None or attempt.ended.kind == "delivered":
            return False
        if attempt.ended.kind == "failed":
            return True
        due = attempt.begun + round(self.job.timeout * SECOND)
        return attempt.ended.at >= due - GRACE


def stories(served: Served) -> list[Story]:
    """What became of each job, in the order in which they were submitted."""
    tries: dict[object, dict[int, Try]] = {}
    marks: dict[tuple[str, int], Event] = {}
    told: dict[tuple[str, int], int] = {}
    for event in served.ledger:
        if event.kind == "asked":
            tries.setdefault(event.item, {})[event.number] = Try(event.at, None)
        elif event.kind in ("delivered", "failed", "hung up"):
            mine = tries.get(event.item, {})
            if event.number in mine:
                mine[event.number] = mine[event.number]._replace(ended=event)
        elif event.kind == "mark":
            marks.setdefault((event.note, event.number), event)
        elif event.kind == "told":
            told.setdefault((event.note, event.number), event.at)
    known = {job.number: job for job in _left(served.service)}
    found = []
    for note, number in told:
        if note != "submit" or number not in known:
            continue
        refused = marks.get(("refused", number))
        found.append(
            Story(
                known[number],
                told[note, number],
                ("submitted", number) in marks,
                refused.item if refused is not None else None,
                tuple(tries.get(number, {}).values()),
                told.get(("withdraw", number)),
                marks.get(("answer", number)),
            )
        )
    return found


def _dropped_at(served: Served) -> float:
    """When what was not done yet was dropped, if it was."""
    if served.service.kind not in ABORT:
        return math.inf
    return ends_at(served.service.number) * SECOND


Rank = Callable[[Job, int], int]


def raised(job: Job, attempt: int) -> int:
    """One step more urgent with every attempt (from 0), never past 0."""
    return max(0, job.priority - attempt)


def waits(served: Served, rank: Rank = raised, keeps_its_turn: bool = False) -> list[Wait]:
    """Each job each time that it was in line."""
    found = []
    dropped, most = _dropped_at(served), attempts(served.service)
    for turn, story in enumerate(stories(served), 1):
        if not story.accepted:
            continue
        gone = dropped if story.waived is None else min(dropped, story.waived)
        since, place = story.came, 0
        while True:
            taken = place < len(story.tries)
            until = story.tries[place].begun if taken else gone
            known = turn if place == 0 or keeps_its_turn else 0
            found.append(Wait(story.job.number, rank(story.job, place), since, known, until, taken))
            if not taken or not story.failed(story.tries[place]):
                break
            end = story.tries[place].ended
            if end is None or end.at >= gone - GRACE or place + 1 >= max(most, len(story.tries)):
                break
            since, place = end.at, place + 1
    return found


# --- what is promised: in service -----------------------------------------------------------------


def answers_right(served: Served) -> Finding:
    """The dish, or the last attempt's error, or TimeoutError; each attempt with its whole time."""
    for story in stories(served):
        number = story.job.number
        if not story.accepted:
            seen = f"submit did not take job {number}: it raised {_refusal(story)}."
            return Finding(False, f"job {number} not taken", seen)
        finding = _tries_whole(story) or _answer_is_right(served, story)
        if finding is not None:
            return finding
    return Finding(True)


def _refusal(story: Story) -> str:
    return "RuntimeError" if story.refused == 1 else str(story.refused or "nothing")


def _tries_whole(story: Story) -> Finding | None:
    """Every attempt has its timeout, no less and no more."""
    number, timeout = story.job.number, story.job.timeout
    for place, attempt in enumerate(story.tries, 1):
        due = attempt.begun + round(timeout * SECOND)
        end = attempt.ended
        which = f"Attempt {place} of job {number}"
        if end is None or end.at > due + GRACE:
            seen = f"{which} ran past its timeout of {timeout:g} s, and was not hung up then."
            return Finding(False, f"job {number} goes on", seen)
        if end.kind == "hung up" and end.at < due - GRACE:
            if story.withdrawn is not None and abs(end.at - story.withdrawn) <= GRACE:
                continue
            seen = f"{which} was cut after {seconds(end.at - attempt.begun)}; it had {timeout:g} s."
            return Finding(False, f"job {number} cut too early", seen)
    return None


def _answer_is_right(served: Served, story: Story) -> Finding | None:
    """What the answer is, by what became of the last attempt."""
    number = story.job.number
    if not story.tries:
        return Finding(False, f"job {number} left", f"Job {number} was never begun.")
    end = story.tries[-1].ended
    assert end is not None
    raises = sum(t.ended is not None and t.ended.kind == "failed" for t in story.tries)
    right = {
        "delivered": f"dish {_stamp(served, number)}",
        "failed": f"error {raises}",
        "hung up": "timeout",
    }[end.kind]
    how = {
        "delivered": "its dish",
        "failed": "the error of its last attempt",
        "hung up": "TimeoutError",
    }
    if story.answer is None:
        seen = f"Job {number} ended at {seconds(end.at)}, and its answer was never settled."
        return Finding(False, f"job {number} unanswered", seen)
    if story.answer.item != right:
        seen = (
            f"The answer to job {number} should be {how[end.kind]}; it was {_said(story.answer)}."
        )
        return Finding(False, f"job {number}: {_said(story.answer)}", seen)
    if story.answer.at > end.at + GRACE:
        seen = f"Job {number} ended at {seconds(end.at)}, and was answered at "
        return Finding(False, f"job {number} late", f"{seen}{seconds(story.answer.at)}.")
    return None


def _stamp(served: Served, number: int) -> str:
    return f"{chance.number(chance.number(served.service.number, 'mark'), number):016x}"


def _said(answer: Event) -> str:
    """What an answer was, for people."""
    what, _, which = str(answer.item).partition(" ")
    if what == "error":
        return f"the error of attempt {which}"
    return {"dish": "a dish", "cancelled": "cancelled", "timeout": "TimeoutError"}.get(
        what, str(answer.item)
    )


def most_urgent_next(served: Served) -> Finding:
    """Of those who wait for the first time the most urgent is next, ties by arrival."""
    compared = [e for e in served.ledger.of("mark") if e.note == "compared"]
    if compared:
        seen = f"The payload of job {compared[0].number} was compared with something."
        return Finding(False, "payloads compared", seen)
    for pair in overtaken(waits(served)):
        if pair.first.turn and pair.passed.turn:
            return _wrong_turn(pair)
    return Finding(True)


def comes_back(served: Served) -> Finding:
    """A failed job is tried again, one step more urgent, so many times and no more."""
    most = attempts(served.service)
    for story in stories(served):
        number, tries = story.job.number, story.tries
        if story.waived is not None or not story.accepted:
            continue
        if len(tries) > most:
            seen = f"Job {number} was begun {len(tries)} times; {most} attempts are allowed."
            return Finding(False, f"{len(tries)} attempts", seen)
        for place, attempt in enumerate(tries[:-1], 1):
            if not story.failed(attempt):
                seen = f"Attempt {place} of job {number} had not failed, and it was begun again."
                return Finding(False, f"job {number} again", seen)
        if tries and story.failed(tries[-1]) and len(tries) < most:
            how = (
                "raised an error"
                if tries[-1].ended and tries[-1].ended.kind == "failed"
                else ("ran out of its timeout")
            )
            seen = f"Attempt {len(tries)} of job {number} {how}, and there was no other, of {most}."
            return Finding(False, f"{len(tries)} of {most} attempts", seen)
    for pair in overtaken(waits(served)):
        if not (pair.first.turn and pair.passed.turn):
            return _wrong_turn(pair)
    return Finding(True)


def _wrong_turn(pair: Overtaken) -> Finding:
    first, passed = pair
    again = {wait: "" if wait.turn else ", back in line," for wait in pair}
    ranks = (
        f"both of rank {first.rank}" if pair.equals else f"of rank {first.rank} and {passed.rank}"
    )
    seen = (
        f"At {seconds(first.until)} job {first.number}{again[first]} was begun, and job "
        f"{passed.number}{again[passed]} waited since {seconds(passed.since)}: {ranks}."
    )
    return Finding(False, f"job {first.number} before {passed.number}", seen)


def within_limits(served: Served) -> Finding:
    """Never more than the smaller number at once, never fewer while jobs wait.

    Where jobs are withdrawn, a place that is not used is what the withdrawing has cost.
    """
    peak, most = served.ledger.peak, places(served.service)
    made = menu(served.service.number)
    if not peak:
        return Finding(False, "nothing begun", "No job was ever begun.")
    if peak > most:
        seen = f"{peak} were cooked at once, with workers={made.workers} and limit={made.limit}."
        return Finding(False, f"peak {peak}", seen)
    stretch = None if served.service.kind in WITHDRAW else next(_idle(served), None)
    return stretch or Finding(True, f"peak {peak}")


def _idle(served: Served) -> Iterator[Finding]:
    """A place was free while a job waited."""
    waiting = [wait for wait in waits(served) if wait.taken or wait.turn]
    for found in idle(waiting, served.ledger, places(served.service)):
        number = found.waiting.number
        until = "on" if math.isinf(found.until) else f"to {seconds(found.until)}"
        seen = f"Job {number} waited while a place was free, from {seconds(found.since)} {until}."
        yield Finding(False, f"job {number} waited", seen)


def withdrawn_forgotten(served: Served) -> Finding:
    """A withdrawn job is cut, never tried again, and costs nobody else anything."""
    for event in served.ledger.of("mark"):
        if event.note == "not cancelled":
            seen = f"To cancel the answer to job {event.number} raised {event.item}."
            return Finding(False, f"{event.item}", seen)
    for story in stories(served):
        number, waived = story.job.number, story.waived
        if waived is None:
            finding = _tries_whole(story) or _answer_is_right(served, story)
            if finding is not None:
                return finding
            continue
        for attempt in story.tries:
            if attempt.begun > waived + GRACE:
                seen = f"Job {number} was withdrawn at {seconds(waived)}, and begun at "
                seen += f"{seconds(attempt.begun)}."
                return Finding(False, f"job {number} begun", seen)
            if attempt.ended is None or attempt.ended.at > waived + GRACE:
                seen = f"Job {number} was withdrawn at {seconds(waived)}, and was cooked on."
                return Finding(False, f"job {number} cooked on", seen)
        if story.answer is not None and abs(story.answer.at - waived) <= GRACE:
            continue  # over in the very moment: either will do
        if story.answer is None or story.answer.item != "cancelled":
            return Finding(False, f"job {number}", f"Job {number}'s answer was not cancelled.")
    stretch = next(_idle(served), None)
    return stretch or Finding(True)


def join_waits(served: Served) -> Finding:
    """join returns when all that was accepted is settled, and then at once."""
    call = _call(served, "join")
    end = served.ledger.end_of(call) if call else None
    if call is None or end is None or end.kind != "returned":
        return Finding(False, "did not return", f"join did not return.{_error(served, call)}")
    last = 0
    for story in stories(served):
        number = story.job.number
        if story.answer is None:
            return Finding(False, f"job {number} open", f"Job {number} was never settled.")
        if story.answer.at > end.at + GRACE:
            seen = f"join returned at {seconds(end.at)}; job {number} was settled at "
            return Finding(False, f"job {number} open", f"{seen}{seconds(story.answer.at)}.")
        last = max(last, story.answer.at, *(t.ended.at for t in story.tries if t.ended), 0)
    begun = served.ledger.first("begun", call)
    last = max(last, begun.at if begun else 0)
    if end.at > last + GRACE:
        seen = f"All was settled at {seconds(last)}, and join returned at {seconds(end.at)}."
        return Finding(False, f"{seconds(end.at - last)} later", seen)
    return Finding(True)


def _call(served: Served, function: str) -> int | None:
    """The number of the first call of this function."""
    return next((e.number for e in served.ledger.of("begun") if e.note == function), None)


def _error(served: Served, call: int | None) -> str:
    """A sentence on what a call raised, to stand behind another one."""
    error = served.errors.get(-1 if call is None else call)
    return f" It raised {error.type}: {error.text}." if error else ""


# --- what is promised: when it closes -------------------------------------------------------------


def _closing(served: Served) -> tuple[int | None, str]:
    """The call that closes it, and what it is called."""
    if served.service.kind in ("leave", "error"):
        return _call(served, "block"), "the block"
    return _call(served, "close"), "close"


_HOW = {"returned": "returned", "raised": "raised", "cancelled": "was cancelled"}


def drains(served: Served) -> Finding:
    """close() and leaving the block finish what was accepted, retries included."""
    call, name = _closing(served)
    end = served.ledger.end_of(call) if call is not None else None
    if end is None or end.kind != "returned":
        how = "did not end" if end is None else _HOW[end.kind]
        return Finding(False, f"{name} {how}", f"{name} {how}.{_error(served, call)}")
    for story in stories(served):
        number = story.job.number
        finding = _tries_whole(story) or _answer_is_right(served, story)
        if finding is not None:
            return finding
        if story.failed(story.tries[-1]) and len(story.tries) < attempts(served.service):
            seen = f"Job {number} had failed, and was not tried again before the end."
            return Finding(False, f"job {number} given up", seen)
        if story.answer is not None and story.answer.at > end.at + GRACE:
            seen = f"{name} ended at {seconds(end.at)}; job {number} was done at "
            return Finding(False, f"job {number} open", f"{seen}{seconds(story.answer.at)}.")
    return Finding(True)


def drops_at_once(served: Served) -> Finding:
    """Without draining: at its end at once, everything hung up, every answer settled."""
    call, name = _closing(served)
    end = served.ledger.end_of(call) if call is not None else None
    at = ends_at(served.service.number) * SECOND
    for story in stories(served):
        number = story.job.number
        for attempt in story.tries:
            if attempt.begun > at + GRACE:
                seen = f"It was closed at {seconds(at)}, and job {number} was begun at "
                return Finding(False, f"job {number} begun", f"{seen}{seconds(attempt.begun)}.")
            if attempt.ended is None or attempt.ended.at > at + GRACE:
                seen = f"It was closed at {seconds(at)}, and job {number} was cooked on."
                return Finding(False, f"job {number} cooked on", seen)
        if story.answer is None or story.answer.at > at + GRACE:
            when = "never settled"
            if story.answer is not None:
                when = f"settled only at {seconds(story.answer.at)}"
            seen = f"It was closed at {seconds(at)}; the answer to job {number} was {when}."
            return Finding(False, f"job {number} not told", seen)
    if end is None or end.at > at + GRACE:
        when = "never ended" if end is None else f"ended at {seconds(end.at)}"
        seen = f"It was closed at {seconds(at)}, and {name} {when}."
        return Finding(False, f"{name} took its time", seen)
    if name == "close" and end.kind != "returned":
        return Finding(False, "close raised", f"close did not return.{_error(served, call)}")
    return Finding(True)


def closed_for_good(served: Served) -> Finding:
    """submit after close raises RuntimeError, a second close is harmless, nothing is left."""
    ledger = served.ledger
    late = [e for e in ledger.of("mark") if e.number == LATECOMER]
    if any(e.note == "submitted" for e in late):
        return Finding(False, "a job was taken", "submit after close took another job.")
    wrong = [e for e in late if e.note == "refused" and e.item != 1]
    if wrong:
        seen = f"submit after close raised {wrong[0].item}, not RuntimeError."
        return Finding(False, f"{wrong[0].item}", seen)
    for begun in ledger.of("begun"):
        end = ledger.end_of(begun.number)
        expected = (
            "raised" if begun.note == "block" and served.service.kind == "error" else "returned"
        )
        if (
            end is None
            or end.kind != expected
            or (expected == "raised" and end.note != "LookupError")
        ):
            how = "did not end" if end is None else _HOW[end.kind]
            seen = f"`{begun.note}`, begun at {seconds(begun.at)}, {how}."
            seen += _error(served, begun.number)
            return Finding(False, f"{begun.note} {how}", seen)
    return nothing_left(served) or Finding(True)


def _limits(service: Service) -> str:
    return f"never more than {places(service)} at once, whatever workers is"


CHECKS = (
    Check(lambda s: "every answer is right: the dish, or the last error", answers_right, SERVICE),
    Check(
        lambda s: "the most urgent waiting job is always next, ties by arrival",
        most_urgent_next,
        SERVICE,
    ),
    Check(
        lambda s: f"a failed job comes back one step more urgent, {attempts(s)} attempts in all",
        comes_back,
        SERVICE,
    ),
    Check(_limits, within_limits, SERVICE, witnesses=WITHDRAW),
    Check(
        lambda s: "a withdrawn job is cut, forgotten, and costs no cook",
        withdrawn_forgotten,
        WITHDRAW,
    ),
    Check(lambda s: "join waits for the retries too", join_waits, SERVICE | WITHDRAW | IDLE),
    Check(lambda s: "closing time: accepted work is finished", drains, DRAIN),
    Check(
        lambda s: "closing time: without draining, every waiter is told at once",
        drops_at_once,
        ABORT,
    ),
    Check(
        lambda s: "closing time: nothing comes in, nothing is left running", closed_for_good, ALL
    ),
)


# --- what people get wrong -----------------------------------------------------------------------


def table(served: Served) -> tuple[str, ...]:
    """What became of each job, in a line each."""
    lines = ["job  priority  came    attempts (from-to, how they ended)            answer"]
    how = {"delivered": "", "failed": " raised", "hung up": " cut"}
    for story in stories(served):
        tries = [
            f"{t.begun / SECOND:.2f}-"
            + (f"{t.ended.at / SECOND:.2f}{how[t.ended.kind]}" if t.ended else "")
            for t in story.tries
        ]
        answer = "-" if story.answer is None else _said(story.answer)
        if story.withdrawn is not None:
            tries.append(f"withdrawn {story.withdrawn / SECOND:.2f}")
        job = story.job
        told = ", ".join(tries) or "-"
        lines.append(
            f"{job.number:>3}  {job.priority:>8}  {story.came / SECOND:<6.2f}  {told:<44}  {answer}"
        )
    return tuple(lines) if len(lines) > 1 else ()


RULES = signs.Rules(
    stories,
    waits,
    places,
    attempts,
    lambda s: (menu(s.number).workers, menu(s.number).limit),
    lambda s: round(ends_at(s.number) * SECOND),
    lambda served, story: _answer_is_right(served, story) is None,
    len(CHECKS) - 1,
)
MISTAKES: tuple[Mistake, ...] = signs.mistakes(RULES)
REMARKS: tuple[Remark, ...] = (polls_in(1), REACHES_IN)
HINTS = (
    Hint(
        frozenset(
            {
                "never-retried",
                "timeout-not-retried",
                "retried-on-the-spot",
                "retry-not-raised",
                "retry-lowered",
                "retry-past-urgent",
                "retry-straight-to-urgent",
                "retry-at-the-head",
                "retry-leaps",
                "retry-comes-late",
            }
        ),
        (
            "Follow a job whose first attempt fails. Where is it between that moment and its "
            "second beginning, and who of those that wait goes before it?",
            "It goes back into the line, as a new entry: its rank one lower, but not below 0, "
            "and with a new number.",
            "`self._line.put_nowait((max(0, priority - 1), next(self._arrivals), ...))`, before "
            "`task_done` for the old entry.",
        ),
    ),
    Hint(
        frozenset(
            {
                "one-timeout-over-all",
                "alarm-goes-on",
                "no-timeout",
                "too-many-attempts",
                "too-few-attempts",
                "first-error-told",
                "wrong-answer",
                "unanswered",
            }
        ),
        (
            "Take a job that fails in each of its three attempts, every time with another error. "
            "For each one: when does its time begin, which number has it, and what is known of "
            "the answer after it?",
            "The number of the attempt travels with the job, in its entry; the time and the "
            "error belong to one attempt and end with it. Only the last outcome settles the "
            "answer, as it is: what `cook` returned, or the very error.",
            "`async with asyncio.timeout(timeout): dish = await self._cook(payload)`, anew for "
            "each attempt; then, if the answer is still open, `answer.set_result(dish)`, or `if "
            "attempt < self._max_attempts:` back into the line with `attempt + 1`, `else: "
            "answer.set_exception(error)`; the first one is number 1.",
        ),
    ),
    Hint(
        frozenset({"limit-ignored", "ticket-before-place", "places-unused"}),
        (
            "Take 5 workers and a limit of 2, then 2 workers and a limit of 5. How many cook at "
            "once in each, and what do the others have in hand meanwhile?",
            "As many as the smaller of the two numbers says. Somebody who waits for a place must "
            "not hold a job meanwhile.",
            "`for _ in range(min(workers, limit))`, where the cooks are made; then each of them "
            "has a place already when it takes a job.",
        ),
    ),
    Hint(
        frozenset(
            {
                "payloads-compared",
                "payloads-asked-for-equals",
                "upside-down",
                "first-in-first-out",
                "ties-scrambled",
                "wrong-next",
            }
        ),
        (
            "Write down two entries of your line as they are compared, place by place. Which is "
            "the lesser, and is that the one who should be next?",
            "A heap of `(priority, number, ...)`: the priority as it was given, then a number of "
            "one `itertools.count()`, drawn on each entry. The number is never equal, so nothing "
            "behind it is ever looked at.",
            "`self._line.put_nowait((priority, next(self._arrivals), attempt, payload, timeout, "
            "answer))`, into an `asyncio.PriorityQueue`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "withdrawn-goes-on",
                "cook-dies-with-withdrawn",
                "withdrawn-begun",
                "withdrawn-retried",
                "withdrawn-before-begun",
                "place-given-back-twice",
                "cuts-another",
            }
        ),
        (
            "An answer is cancelled: once while its job is in line, once in hand, once between "
            "two attempts. Which of your lines hears of it in each?",
            "Let each attempt be a task of its own. `answer.add_done_callback` tells when the "
            "answer is over; a cancelled one takes no result, and its job is neither begun nor "
            "put back.",
            "`answer.add_done_callback(lambda _, task=task: task.cancel())`, wait for the task "
            "with `asyncio.wait`, and begin, set a result, or put it back only `if not "
            "answer.done()`.",
        ),
    ),
    Hint(
        frozenset({"join-too-early", "join-never-returns", "join-raises", "waits-for-nothing"}),
        (
            "Count aloud what your `join` counts: for no job at all, then for one with two "
            "attempts, then for one that is withdrawn. When is it nothing, and is all over at "
            "that moment?",
            "`Queue.join` waits for as many `task_done` as there were `put`s, and not at all if "
            "there were none. A retry is put in before its old entry is reported, and every way "
            "out of an entry reports it once.",
            "`try:` the attempt, with the `put_nowait` of its retry inside, `finally: "
            "self._line.task_done()`; and `join` is `await self._line.join()`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "takes-jobs-when-closed",
                "close-drops",
                "retry-refused",
                "closes-once-only",
                "cancels-the-caller",
                "left-running",
            }
        ),
        (
            "`close()` is called with one job in line, one in hand and one about to come back; "
            "then a `submit`, then a second `close()`. What does each of your lines find?",
            "A flag, and `submit` looks at it first of all. Then wait for all that was accepted, "
            "and only then cancel the cooks; done a second time, all three steps find nothing to "
            "do, and do no harm.",
            "`self._closed = True`, `if drain: await self.join()`, then `one.cancel()` for each "
            "of the cooks and `await asyncio.gather(*self._cooks, return_exceptions=True)`.",
        ),
    ),
    Hint(
        frozenset(
            {
                "exception-drains",
                "abort-waits",
                "abort-leaves-running",
                "waiters-lost",
                "second-close-waits",
            }
        ),
        (
            "The block is left by an error, with jobs in line, in hand and between two attempts. "
            "Who waits for each of them, what do they hear, and what is still counted "
            "afterwards?",
            "What `__aexit__` is given is three times None if all went well. Keep a set of all "
            "open answers; to end at once cancel the cooks, settle every answer in the set, and "
            "empty the line, reporting what you take out.",
            "`await self.close(drain=kind is None)`; and without draining, when the cooks are "
            "gone: `for answer in list(self._open): answer.cancel()`, and `while not "
            "self._line.empty():` `get_nowait()` and `task_done()`.",
        ),
    ),
    Hint(
        frozenset(),
        (
            "Follow one job from submit to its answer: in the line, in hand, back in line, over. "
            "Who has it at every moment, and what if the dispatcher closes just then?",
            "`Queue.join` waits for as many `task_done` as there were `put`s: put a retry in "
            "before its `task_done`. Keep a set of all answers that are open.",
            "`close`: set a flag; drain: `await self.join()`; then cancel the cooks, gather them, "
            "and cancel every answer that isn't done.",
        ),
    ),
)


def _answers(what: str, ledger: Ledger) -> int:
    """How many answers were dishes, or weren't."""
    told = [str(e.item).startswith("dish") for e in ledger.of("mark") if e.note == "answer"]
    return told.count(what == "dish")


CASE = Case(
    entry=ENTRY,
    service=service,
    services=100,
    figures=(
        Figure("dishes", partial(_answers, "dish")),
        Figure("errors", partial(_answers, "error")),
        Figure("at once at most", peak),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=REMARKS,
    hints=HINTS,
    intended="never-retried",
    numbers=NUMBERS,
    guests_own=frozenset({"LookupError", "TimeoutError"}),
    picture=lambda clues: table(clues.served),
    smaller=Smaller("jobs", lambda s: len(menu(s.number).jobs), service),
)
