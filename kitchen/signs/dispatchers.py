"""What people get wrong in a dispatcher: told by what became of each job, attempt by attempt.

A failing service has been made smaller before, so what is left in it belongs to the failure.
"""

import ast
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from kitchen.case import Clues, Mistake, Served, Service, Sighting
from kitchen.grace import GRACE
from kitchen.lines import Overtaken, Wait, idle, overtaken
from kitchen.signs.evidence import asked_for_equals, name_of
from kitchen.trace import Asks, Slept
from kitchen.world.wire import SECOND


class Rules(NamedTuple):
    """One case's dispatcher."""

    stories: Callable[[Served], list[Any]]
    waits: Callable[..., list[Wait]]
    places: Callable[[Service], int]
    attempts: Callable[[Service], int]
    numbers: Callable[[Service], tuple[int, int]]
    """Workers and limit."""
    ends_at: Callable[[Service], int]
    well_answered: Callable[[Served, Any], bool]
    """Whether the answer to a job of which every attempt has ended is as it should be."""
    closed_for_good: int
    """The place of the check that asks whether a closed dispatcher takes jobs."""


DispatcherSign = Callable[[Rules, Clues], Sighting | None]


def mistakes(rules: Rules) -> tuple[Mistake, ...]:
    """The mistakes, from the most to the least specific."""

    def mistake(name: str, says: str, sign: DispatcherSign, *, of_errors: bool = False) -> Mistake:
        return Mistake(name, says, partial(sign, rules), of_errors)

    return (
        mistake(
            "payloads-asked-for-equals",
            "Something asks whether a payload equals another one: `==` does so, and so do `in`, "
            "`remove` and `index`. Two jobs are two, whatever their payloads say of each other. "
            "What tells one from the other?",
            lambda rules, clues: asked_for_equals(clues),
        ),
        mistake(
            "payloads-compared",
            "Two jobs have the same priority, so what stands next in their entries is compared, "
            "and payloads have no order. What is never equal, and tells who came first?",
            compared,
            of_errors=True,
        ),
        mistake(
            "takes-jobs-when-closed",
            "The dispatcher is closed, and takes another job, which nobody will cook. What does "
            "`submit` look at first?",
            takes_jobs,
        ),
        mistake(
            "alarm-goes-on",
            "Job {job} was cut before its time, in the moment in which an attempt that was over by "
            "then would have run out of its own. An alarm that was set for one attempt rings for "
            "the next. Who takes it back when its attempt has ended?",
            alarm_goes_on,
        ),
        mistake(
            "one-timeout-over-all",
            "Each attempt has the whole timeout. What was begun before all of them, and ran on?",
            one_timeout_over_all,
        ),
        mistake(
            "cuts-another",
            "Job {job} was cut, and nobody had withdrawn it: the end of another answer cut what "
            "its cook had in hand by then. A function made in a loop looks a name up when it is "
            "*called*. Which job does it mean?",
            cuts_another,
        ),
        mistake(
            "no-timeout",
            "Job {job} hangs, and its cook waits for it: nothing ends the waiting. Who looks at "
            "its `timeout`?",
            no_timeout,
        ),
        mistake(
            "too-many-attempts",
            "Who counts the attempts, and who looks at the number before the next one?",
            too_many_attempts,
        ),
        mistake(
            "never-retried",
            "An attempt that fails is not the end: there may be others. What becomes of the job "
            "before its answer is settled?",
            never_retried,
        ),
        mistake(
            "timeout-not-retried",
            "An attempt that ran out of its timeout has failed like any other. Which way does a "
            "TimeoutError take through your code?",
            timeout_not_retried,
        ),
        mistake(
            "too-few-attempts",
            "`max_attempts` counts the attempts in all, the first one included.",
            too_few_attempts,
        ),
        mistake(
            "first-error-told",
            "Several attempts were made, and the error told is not the last one's. Which error "
            "does your code keep?",
            first_error,
        ),
        mistake(
            "withdrawn-retried",
            "A job that was withdrawn is taken for one that failed, and tried again. Nobody waits "
            "for it any more: who looks at the answer before the job goes back into the line?",
            withdrawn_retried,
        ),
        mistake(
            "withdrawn-begun",
            "It was withdrawn while it waited. Who looks at the answer before the cook begins?",
            withdrawn_begun,
        ),
        mistake(
            "withdrawn-goes-on",
            "It was withdrawn in hand. Who tells its cook?",
            withdrawn_goes_on,
        ),
        mistake(
            "withdrawn-before-begun",
            "Job {job} was withdrawn in the moment in which it came, and its place is lost. A task "
            "that is cancelled before its first step never gets into its `try`, and so never to "
            "its `finally`. Who gives the place back then?",
            withdrawn_before_begun,
        ),
        mistake(
            "retry-comes-late",
            "Somebody sleeps before a failed job goes back into the line. Meanwhile it is none of "
            "those who wait, and can't be next. It goes back at once.",
            comes_late,
        ),
        mistake(
            "cook-dies-with-withdrawn",
            "After a job was withdrawn others wait, and a cook is missing. What came out of the "
            "withdrawn job, or of setting a result that nobody wants, and where was it caught?",
            cook_dies,
        ),
        mistake(
            "place-given-back-twice",
            "Since a job was withdrawn there is a place more than before. Whoever is withdrawn "
            "while it waits has no place yet. What is given back on this way out, and was it ever "
            "taken?",
            given_back_twice,
        ),
        mistake(
            "limit-ignored",
            "`workers` is what you will run, `limit` what the other side takes: the smaller of the "
            "two holds. Which of them does your code count?",
            limit_ignored,
        ),
        mistake(
            "second-close-waits",
            "It was closed without draining, and what was dropped is still counted somewhere: a "
            "second `close`, which leaving the block is too, waits for it for ever.",
            second_close_waits,
        ),
        mistake(
            "exception-drains",
            "The block was left by an error, and the dispatcher goes on as if nothing had "
            "happened. What does `__aexit__` know of it?",
            exception_drains,
        ),
        mistake(
            "abort-waits",
            "Without draining nothing is waited for: neither what is in line nor what is in hand.",
            abort_waits,
        ),
        mistake(
            "abort-leaves-running",
            "It is closed, and a job is still being cooked. Who hangs it up?",
            abort_leaves_running,
        ),
        mistake(
            "cancels-the-caller",
            "Nobody had cancelled the block; it was cancelled when it closed. What `close` cancels "
            "holds its caller, too: whom is it to end?",
            cancels_the_caller,
        ),
        mistake(
            "waiters-lost",
            "Somebody waits for this answer, and nobody will ever settle it. Which answers are "
            "open when the dispatcher closes, and who knows of them all?",
            waiters_lost,
        ),
        mistake(
            "retry-refused",
            "Attempt {attempt} of job {job} failed after the door was shut, and its retry was "
            "refused like a new job. It was accepted long ago: does it have to come in by that "
            "door?",
            retry_refused,
        ),
        mistake(
            "join-raises",
            "How a job ended is told by its own answer, to whoever asked for it. To wait until all "
            "is over is another thing: whose error comes out here, and which jobs are still open?",
            join_raises,
            of_errors=True,
        ),
        mistake(
            "close-drops",
            "What was accepted is not finished when the dispatcher closes. What must it wait for "
            "before it sends the cooks home?",
            close_drops,
        ),
        mistake(
            "unanswered",
            "A job has come to its end, and whoever waits for its answer is not told of it. Every "
            "way out of a job settles the answer.",
            unanswered,
        ),
        mistake(
            "join-too-early",
            "A job that goes back into the line is not over. `task_done` before `put` lets the "
            "count fall to nothing in between; and who counts those being cooked?",
            join_too_early,
        ),
        mistake(
            "waits-for-nothing",
            "No job was ever submitted, and it waits for the last one to be settled. What does it "
            "wait for when there is nothing to do?",
            waits_for_nothing,
        ),
        mistake(
            "join-never-returns",
            "Everything is settled, and `join` waits. What does it count, and who counts back on "
            "every way out?",
            join_never,
        ),
        mistake(
            "closes-once-only",
            "A second `close` finds the work done, and must not mind.",
            closes_once,
            of_errors=True,
        ),
        mistake(
            "left-running",
            "The dispatcher is closed, and some of its tasks still wait. Who ends them?",
            left_running,
        ),
        mistake(
            "ticket-before-place",
            "A job is taken out of the line and then waits once more, for a place: meanwhile a "
            "more urgent one comes, and can't get past. Which should one have first?",
            ticket_before_place,
        ),
        mistake(
            "retried-on-the-spot",
            "The cook that saw it fail begins it again at once, and never looks at the line. Who "
            "is next is for the line to say.",
            on_the_spot,
        ),
        mistake(
            "retry-not-raised",
            "A failed job comes back at its old rank. Each attempt makes it one step more urgent.",
            not_raised,
        ),
        mistake(
            "retry-lowered",
            "A failed job comes back less urgent than it was: here lower numbers are more urgent.",
            lowered,
        ),
        mistake(
            "retry-leaps",
            "A failed job comes back {steps} steps more urgent. Each attempt makes it *one* step "
            "more urgent.",
            leaps,
        ),
        mistake(
            "retry-at-the-head",
            "A retry goes before those of its new rank that were there already. It has come back "
            "just now; what tells the line so?",
            at_the_head,
        ),
        mistake(
            "retry-straight-to-urgent",
            "A failed job comes back at the very front. Each attempt makes it *one* step more "
            "urgent.",
            straight_to_urgent,
        ),
        mistake(
            "retry-past-urgent",
            "A retry of an urgent job goes before urgent jobs that waited longer: its rank fell "
            "below 0. Where should it stop?",
            past_urgent,
        ),
        mistake(
            "upside-down",
            "The least urgent is always next: here a lower number is more urgent. What turns them "
            "round?",
            upside_down,
        ),
        mistake(
            "first-in-first-out",
            "The jobs are begun in the order in which they came, whatever their priority. Where "
            "does the priority decide who is next?",
            first_come,
        ),
        mistake(
            "ties-scrambled",
            "Jobs of equal priority leave in another order than they came in. What tells the line "
            "who came first?",
            ties_scrambled,
        ),
        mistake(
            "wrong-next",
            "Of those who wait the most urgent must be next, at every start. What becomes of a "
            "priority on its way into the line?",
            wrong_next,
        ),
        mistake(
            "places-unused",
            "A place is free and a job waits. How many may cook at once, and who wakes the cook?",
            places_unused,
        ),
        mistake(
            "wrong-answer",
            "The answer is to be what `cook` returned, or what it raised the last time.",
            wrong_answer,
        ),
    )


# --- attempts -------------------------------------------------------------------------------------


def compared(rules: Rules, clues: Clues) -> Sighting | None:
    """A payload was compared."""
    if not any(event.note == "compared" for event in clues.ledger.of("mark")):
        return None
    errors = [error.line for error in clues.trace.errors if error.type == "TypeError"]
    return Sighting(next((line for line in errors if line), _line_of_put(clues)))


def alarm_goes_on(rules: Rules, clues: Clues) -> Sighting | None:
    """Cut too early, and not by a withdrawal, by the time since an attempt at another job that had
    ended before."""
    told = rules.stories(clues.served)
    line = next(iter(_lines_of_calls(clues, frozenset({"call_later", "call_at"}))), 0)
    if not line or clues.service.kind in ("abort", "error"):
        return None
    rings = [
        (story, attempt.ended.at, attempt.begun + round(story.job.timeout * SECOND))
        for story in told
        for attempt in story.tries
        if attempt.ended is not None
    ]
    for story in _kept(rules, clues):
        others = [(over, due) for of, over, due in rings if of is not story]
        for attempt in story.tries:
            end = attempt.ended
            if end is None or end.kind != "hung up" or story.failed(attempt):
                continue
            if any(over <= attempt.begun and abs(end.at - due) <= GRACE for over, due in others):
                return Sighting(line, {"job": story.job.number})
    return None


def cuts_another(rules: Rules, clues: Clues) -> Sighting | None:
    """A job was cut before its time and not withdrawn, in the moment in which another was over."""
    if clues.service.kind in ("drain", "leave", "abort", "error"):
        return None
    called = [
        n for n in clues.nodes if isinstance(n, ast.Call) and name_of(n) == "add_done_callback"
    ]
    called.sort(key=lambda call: not any(isinstance(arg, ast.Lambda) for arg in call.args))
    for story in rules.stories(clues.served):
        if not story.tries and story.answer is not None and story.withdrawn is None and called:
            return Sighting(called[0].lineno, {"job": story.job.number})
        for attempt in story.tries:
            end = attempt.ended
            if end is None or end.kind != "hung up" or story.withdrawn is not None:
                continue
            early = end.at < attempt.begun + round(story.job.timeout * SECOND) - GRACE
            if early and end.at <= attempt.begun + GRACE and called:
                return Sighting(called[0].lineno, {"job": story.job.number})
    return None


def no_timeout(rules: Rules, clues: Clues) -> Sighting | None:
    """An attempt has no end, or one long after its time."""
    if clues.service.kind in ("abort", "error"):
        return None
    for story in rules.stories(clues.served):
        for attempt in story.tries:
            due = attempt.begun + round(story.job.timeout * SECOND)
            goes_on = attempt.ended is None or attempt.ended.at > due + GRACE
            if goes_on and story.waived is None:
                return Sighting(_line_of_cook(clues), {"job": story.job.number})
    return None


def one_timeout_over_all(rules: Rules, clues: Clues) -> Sighting | None:
    """Cut too early, or told so between two attempts, by the time since it came or was begun for
    the first time."""
    short = _short(rules, clues)
    for story in rules.stories(clues.served):
        timeout = round(story.job.timeout * SECOND)
        ends = [
            attempt.ended.at
            for attempt in story.tries
            if attempt.ended is not None and attempt.ended.kind == "hung up"
            and attempt.ended.at < attempt.begun + timeout - GRACE
        ]  # fmt: skip
        if story in short and story.answer.item == "timeout" and _failed_by(story, "failed"):
            ends.append(story.answer.at)
        since = [story.came, *(attempt.begun for attempt in story.tries[:1])]
        if any(abs(end - start - timeout) <= GRACE for end in ends for start in since):
            return Sighting(_line_of_timeout(clues))
    return None


def too_many_attempts(rules: Rules, clues: Clues) -> Sighting | None:
    """More attempts than allowed."""
    most = rules.attempts(clues.service)
    if not any(len(s.tries) > most for s in _kept(rules, clues)):
        return None
    return Sighting(_line_of_count(clues))


def never_retried(rules: Rules, clues: Clues) -> Sighting | None:
    """Attempts that fail, and never another."""
    short = _short(rules, clues)
    if not short or any(len(story.tries) > 1 for story in rules.stories(clues.served)):
        return None
    if rules.attempts(clues.service) == 2 or clues.service.kind in ("drain", "leave"):
        return None
    if not any(_failed_by(story, "failed") for story in short):
        return None
    return Sighting(_line_of(clues, "set_exception"))


def timeout_not_retried(rules: Rules, clues: Clues) -> Sighting | None:
    """Of the failed ones only those that were cut are not tried again."""
    short = _short(rules, clues)
    cut = all(s.tries[-1].ended is not None and s.tries[-1].ended.kind == "hung up" for s in short)
    own = all(s.job.kind == "own timeout" or s.tries[-1].ended.kind == "hung up" for s in short)
    return Sighting(_line_of(clues, "TimeoutError")) if short and (cut or own) else None


def too_few_attempts(rules: Rules, clues: Clues) -> Sighting | None:
    """Tried again, and not often enough."""
    if clues.service.kind in ("drain", "leave"):
        return None
    return Sighting(_line_of_count(clues)) if _short(rules, clues) else None


def first_error(rules: Rules, clues: Clues) -> Sighting | None:
    """The answer is the error of an earlier attempt."""
    for story in _kept(rules, clues):
        said = str(story.answer.item) if story.answer is not None else ""
        if len(story.tries) > 1 and story.failed(story.tries[-1]):
            failed = sum(t.ended is not None and t.ended.kind == "failed" for t in story.tries)
            last = story.tries[-1].ended.kind == "failed"
            if said.startswith("error ") and (not last or said != f"error {failed}"):
                return Sighting(_line_of(clues, "set_exception"))
            if said == "timeout" and last:
                return Sighting(_line_of(clues, "set_exception"))
    return None


# --- withdrawing ----------------------------------------------------------------------------------


def withdrawn_retried(rules: Rules, clues: Clues) -> Sighting | None:
    """Begun again after it was withdrawn in hand."""
    for story in _waived(rules, clues):
        before = [t for t in story.tries if t.begun <= story.waived]
        after = [t for t in story.tries if t.begun > story.waived]
        in_hand = before and before[-1].ended is not None and before[-1].ended.at >= story.waived
        if in_hand and after:
            return Sighting(_line_of_retry(clues))
    return None


def withdrawn_begun(rules: Rules, clues: Clues) -> Sighting | None:
    """Begun after it was withdrawn in line."""
    for story in _waived(rules, clues):
        if any(attempt.begun > story.waived + GRACE for attempt in story.tries):
            return Sighting(_line_of_take(clues))
    return None


def withdrawn_goes_on(rules: Rules, clues: Clues) -> Sighting | None:
    """In hand when it was withdrawn, and not hung up."""
    for story in _waived(rules, clues):
        for attempt in story.tries:
            if attempt.begun <= story.waived and (
                attempt.ended is None or attempt.ended.at > story.waived + GRACE
            ):
                return Sighting(_line_of_cook(clues))
    return None


def withdrawn_before_begun(rules: Rules, clues: Clues) -> Sighting | None:
    """Only those were withdrawn that had just come; none was begun, and a place is not used."""
    waived = _waived(rules, clues)
    if any(story.tries or story.waived > story.came + GRACE for story in waived):
        return None
    if not waived or not _unused(rules, clues, since=waived[0].waived) or clues.trace.errors:
        return None
    return Sighting(_line_of(clues, "create_task", "ensure_future"), {"job": waived[0].job.number})


def cook_dies(rules: Rules, clues: Clues) -> Sighting | None:
    """A job was withdrawn, and afterwards others wait while a place is free."""
    waived = _waived(rules, clues)
    if not waived or not _unused(rules, clues, since=min(story.waived for story in waived)):
        return None
    errors = [error.line for error in clues.trace.errors if error.line]
    return Sighting(errors[0] if errors else _line_of(clues, "set_result"))


# --- how many -------------------------------------------------------------------------------------


def given_back_twice(rules: Rules, clues: Clues) -> Sighting | None:
    """More at once than allowed, and not before somebody was withdrawn in line."""
    most = rules.places(clues.service)
    over = next((at for at, cooking in clues.ledger.at_door() if cooking > most), None)
    inline = [
        story.waived
        for story in _waived(rules, clues)
        if not any(attempt.begun <= story.waived for attempt in story.tries[-1:])
    ]
    even = clues.even
    if over is None or not inline or over < min(inline):
        return None
    if even is not None and even.ledger.peak > rules.places(even.service):
        return None
    return Sighting(_line_of_cancelled(clues))


def _line_of_cancelled(clues: Clues) -> int:
    """Where the source deals with being cancelled; else where it says how many there may be."""
    for node in clues.nodes:
        if isinstance(node, ast.ExceptHandler) and "CancelledError" in ast.unparse(node):
            return node.lineno
    return _line_of_size(clues)


def limit_ignored(rules: Rules, clues: Clues) -> Sighting | None:
    """More at once than allowed."""
    if clues.ledger.peak <= rules.places(clues.service):
        return None
    return Sighting(_line_of_size(clues))


def places_unused(rules: Rules, clues: Clues) -> Sighting | None:
    """A place is free while a job waits."""
    return Sighting(_line_of_size(clues)) if _unused(rules, clues) else None


# --- closing --------------------------------------------------------------------------------------


def second_close_waits(rules: Rules, clues: Clues) -> Sighting | None:
    """Closed without draining, all is told; and the second close has no end."""
    if clues.service.kind not in ("abort", "error") or clues.served.outcome.end != "deadlock":
        return None
    if _never_told(rules, clues):
        return None
    at = rules.ends_at(clues.service)
    later = [e for e in clues.ledger.of("begun") if e.note == "close" and e.at > at + GRACE]
    first = [e for e in clues.ledger.of("returned", "raised") if e.at <= at + GRACE]
    if not later or not first or clues.ledger.end_of(later[0].number) is not None:
        return None
    return Sighting(_line_of_def(clues, "close"))


def exception_drains(rules: Rules, clues: Clues) -> Sighting | None:
    """Left by an error, and jobs are cooked on, begun, or waited for."""
    if clues.service.kind != "error":
        return None
    at = rules.ends_at(clues.service)
    after = [e for e in clues.ledger.of("asked", "delivered", "failed") if e.at > at + GRACE]
    return Sighting(_line_of_def(clues, "__aexit__")) if after else None


def abort_waits(rules: Rules, clues: Clues) -> Sighting | None:
    """Closed without draining, and close ends late, with all or most of it done."""
    if clues.service.kind != "abort":
        return None
    at = rules.ends_at(clues.service)
    begun = next((e for e in clues.ledger.of("begun") if e.note == "close"), None)
    end = clues.ledger.end_of(begun.number) if begun is not None else None
    late = end is None or end.at > at + GRACE
    after = [e for e in clues.ledger.of("delivered", "failed", "hung up") if e.at > at + GRACE]
    hung = clues.served.outcome.end == "deadlock"
    return Sighting(_line_of_def(clues, "close")) if late and (after or hung) else None


def abort_leaves_running(rules: Rules, clues: Clues) -> Sighting | None:
    """Closed without draining, and jobs are cooked on."""
    if clues.service.kind not in ("abort", "error"):
        return None
    at = rules.ends_at(clues.service)
    for story in rules.stories(clues.served):
        if any(t.ended is None or t.ended.at > at + GRACE for t in story.tries):
            return Sighting(_line_of_def(clues, "close"))
    return None


def waiters_lost(rules: Rules, clues: Clues) -> Sighting | None:
    """Closed without draining, and answers are open."""
    if clues.service.kind not in ("abort", "error"):
        return None
    return Sighting(_line_of_def(clues, "close")) if _never_told(rules, clues) else None


def _never_told(rules: Rules, clues: Clues) -> list[Any]:
    """Jobs that were accepted, and whose answers were never settled."""
    return [s for s in rules.stories(clues.served) if s.accepted and s.answer is None]


def cancels_the_caller(rules: Rules, clues: Clues) -> Sighting | None:
    """The block, or a call of `close`, ended as cancelled, and no job had been withdrawn."""
    ended = [clues.ledger.end_of(e.number) for e in clues.ledger.of("begun")]
    if not any(end is not None and end.kind == "cancelled" for end in ended):
        return None
    if _waived(rules, clues):
        return None
    return Sighting(_line_of_def(clues, "close"))


def retry_refused(rules: Rules, clues: Clues) -> Sighting | None:
    """Closed or left, with draining; a job that failed is open, and a RuntimeError was raised."""
    if clues.service.kind not in ("drain", "leave"):
        return None
    refused = [e.line for e in clues.trace.errors if e.type == "RuntimeError" and e.line]
    for story in _never_told(rules, clues):
        tries = len(story.tries)
        if refused and 0 < tries < rules.attempts(clues.service) and story.failed(story.tries[-1]):
            return Sighting(refused[0], {"job": story.job.number, "attempt": tries})
    return None


def join_raises(rules: Rules, clues: Clues) -> Sighting | None:
    """What waits for the jobs ends by what a job raised, or as cancelled like a withdrawn one."""
    if clues.service.kind in ("abort", "error"):
        return None
    for begun in clues.ledger.of("begun"):
        end = clues.ledger.end_of(begun.number)
        error = clues.served.errors.get(begun.number)
        if error is not None and error.inner_type in _OF_JOBS:
            return Sighting(next((f.line for f in reversed(error.frames) if f.line), 0))
        if end is not None and end.kind == "cancelled" and _waived(rules, clues):
            return Sighting(_line_of_def(clues, begun.note))
    return None


_OF_JOBS = frozenset({"Spoiled", "LookupError", "TimeoutError"})
"""What a job raises by itself."""


def close_drops(rules: Rules, clues: Clues) -> Sighting | None:
    """Closed or left, with draining, and jobs are not finished."""
    if clues.service.kind not in ("drain", "leave"):
        return None
    line = _line_of_def(clues, "__aexit__" if clues.service.kind == "leave" else "close")
    for story in rules.stories(clues.served):
        said = str(story.answer.item) if story.answer is not None else ""
        unfinished = not story.tries or story.tries[-1].ended is None
        if unfinished or not said or not said.startswith(("dish", "error", "timeout")):
            return Sighting(line)
        if story.failed(story.tries[-1]) and len(story.tries) < rules.attempts(clues.service):
            return Sighting(line)
    return None


def join_too_early(rules: Rules, clues: Clues) -> Sighting | None:
    """join returned, and jobs were settled later."""
    begun = next((e for e in clues.ledger.of("begun") if e.note == "join"), None)
    end = clues.ledger.end_of(begun.number) if begun is not None else None
    if end is None or end.kind != "returned":
        return None
    for story in rules.stories(clues.served):
        if story.answer is not None and story.answer.at > end.at + GRACE:
            return Sighting(_line_of(clues, "task_done"))
    return None


def waits_for_nothing(rules: Rules, clues: Clues) -> Sighting | None:
    """There was no job, and something has no end."""
    if rules.stories(clues.served) or clues.served.outcome.end != "deadlock":
        return None
    waiting = [w for w in clues.served.outcome.waiting if "join" in w.reason or "wait" in w.reason]
    return Sighting(waiting[0].line if waiting else 0)


def join_never(rules: Rules, clues: Clues) -> Sighting | None:
    """All is settled, and join (or a close that waits like it) never returned, or late."""
    calls = [e for e in clues.ledger.of("begun") if e.note in ("join", "close", "block")]
    if any(s.answer is None for s in rules.stories(clues.served)):
        return None
    hung = clues.served.outcome.end == "deadlock"
    if not calls or not (hung or _join_late(rules, clues)):
        return None
    waiting = [w for w in clues.served.outcome.waiting if "join" in w.reason or "wait" in w.reason]
    return Sighting(waiting[0].line if waiting else 0)


def _join_late(rules: Rules, clues: Clues) -> bool:
    begun = next((e for e in clues.ledger.of("begun") if e.note == "join"), None)
    end = clues.ledger.end_of(begun.number) if begun is not None else None
    last = max((s.answer.at for s in rules.stories(clues.served) if s.answer), default=0)
    return end is not None and end.at > last + 5 * SECOND


def takes_jobs(rules: Rules, clues: Clues) -> Sighting | None:
    """A job that came after close was taken; elsewhere, only if nothing befell the others."""
    befell = (close_drops, abort_leaves_running, waiters_lost)
    if clues.check != rules.closed_for_good and any(sign(rules, clues) for sign in befell):
        return None
    known = {story.job.number for story in rules.stories(clues.served)}
    taken = [e for e in clues.ledger.of("mark") if e.note == "submitted" and e.number not in known]
    return Sighting(_line_of_def(clues, "submit")) if taken else None


def closes_once(rules: Rules, clues: Clues) -> Sighting | None:
    """The second close raised."""
    calls = [e.number for e in clues.ledger.of("begun") if e.note == "close"]
    raised = [n for n in calls if n in clues.served.errors]
    if not raised or (clues.service.kind in ("drain", "abort") and raised[0] == calls[0]):
        return None
    frames = clues.served.errors[raised[0]].frames
    return Sighting(frames[-1].line if frames else 0)


def left_running(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody still waits when all is quiet."""
    left = clues.served.left.get(0, ())
    return Sighting(left[0].line) if left and not _unused(rules, clues) else None


# --- order ----------------------------------------------------------------------------------------


def ticket_before_place(rules: Rules, clues: Clues) -> Sighting | None:
    """Out of order, and there is a gate at which somebody waited, where limit is the smaller."""
    workers, limit = rules.numbers(clues.service)
    if not _wrong(rules, clues):
        return None
    for gate in clues.trace.gates:
        wanted = [note for note in clues.trace.wants if note.thing == gate.thing]
        if (gate.type == "Lock" or gate.value > 0) and wanted and workers > limit:
            return Sighting(wanted[0].line)
    return None


def on_the_spot(rules: Rules, clues: Clues) -> Sighting | None:
    """Each retry begins in the moment in which the attempt before it ended."""
    gaps = [
        later.begun - before.ended.at
        for story in rules.stories(clues.served)
        for before, later in zip(story.tries, story.tries[1:], strict=False)
        if before.ended is not None
    ]
    wrong = [pair for pair in _wrong(rules, clues) if not pair.first.turn]
    if not gaps or not wrong or max(gaps) > GRACE:
        return None
    rank = lambda job, attempt: job.priority if attempt == 0 else -1_000  # noqa: E731
    if _puts_back(clues):
        return None
    return Sighting(_line_of_cook(clues)) if not _pairs(rules, clues, rank) else None


def _puts_back(clues: Clues) -> bool:
    """Whether something is put into a line at two places of the source, or in front of one."""
    called = [name_of(node) for node in clues.nodes if isinstance(node, ast.Call)]
    if _IN_FRONT & set(called):
        return True
    return any(called.count(name) > 1 for name in _PUTS | _that_put(clues))


_PUTS = frozenset({"put_nowait", "put", "heappush", "_put", "_enter", "enter", "insort", "push"})


_IN_FRONT = frozenset({"appendleft"})


def _that_put(clues: Clues) -> frozenset[str]:
    """The functions of the source that put something into a line and do nothing with a job."""
    return frozenset(
        node.name
        for node in clues.nodes
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(part, ast.Call) and name_of(part) in _PUTS for part in ast.walk(node))
    )


def not_raised(rules: Rules, clues: Clues) -> Sighting | None:
    """At their old rank it would all be right."""
    return _with(rules, clues, lambda job, attempt: job.priority, _line_of_retry)


def lowered(rules: Rules, clues: Clues) -> Sighting | None:
    """One step less urgent it would be right."""
    return _with(rules, clues, lambda job, attempt: job.priority + attempt, _line_of_retry)


def straight_to_urgent(rules: Rules, clues: Clues) -> Sighting | None:
    """With rank 0 for retries it would be right."""
    rank = lambda job, attempt: 0 if attempt else job.priority  # noqa: E731
    return _with(rules, clues, rank, _line_of_retry)


def past_urgent(rules: Rules, clues: Clues) -> Sighting | None:
    """With ranks below 0 it would be right."""
    return _with(rules, clues, lambda job, attempt: job.priority - attempt, _line_of_retry)


def leaps(rules: Rules, clues: Clues) -> Sighting | None:
    """With as many steps as the source takes off in one go it would be right."""
    for node in clues.nodes:
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Sub):
            off = node.right if isinstance(node, ast.BinOp) else node.value
            steps = off.value if isinstance(off, ast.Constant) else 0
            if not isinstance(steps, int) or steps < 2:
                continue
            rank = partial(_lowered_by, steps)
            if _with(rules, clues, rank, _line_of_retry) is not None:
                return Sighting(node.lineno, {"steps": steps})
    return None


def _lowered_by(steps: int, job: Any, attempt: int) -> int:
    rank: int = job.priority - steps * attempt
    return max(0, rank)


def comes_late(rules: Rules, clues: Clues) -> Sighting | None:
    """A retry is passed, or waits at a free place, and whoever cooked sleeps before another."""
    passed = any(not pair.passed.turn for pair in _wrong(rules, clues))
    if not passed and not _unused(rules, clues, again=True):
        return None
    asked: set[int] = set()
    for note in clues.trace.notes:
        if isinstance(note, Asks):
            asked.add(note.task)
        elif isinstance(note, Slept) and note.task in asked and note.seconds > 0:
            return Sighting(note.line)
    return None


def at_the_head(rules: Rules, clues: Clues) -> Sighting | None:
    """With its old place among equals it would be right, and not only among the urgent."""
    wrong = _wrong(rules, clues)
    if not any(pair.first.rank for pair in wrong) or _puts_in_front(clues):
        return None
    if any(overtaken(rules.waits(clues.served, keeps_its_turn=True))):
        return None
    return Sighting(_line_of_retry(clues))


def _puts_in_front(clues: Clues) -> bool:
    """Whether something is put into a line with a plain 0 as its rank."""
    for node in clues.nodes:
        if isinstance(node, ast.Call) and name_of(node) in _PUTS:
            ranks = [a.elts[0] if isinstance(a, ast.Tuple) and a.elts else a for a in node.args]
            if any(isinstance(rank, ast.Constant) and rank.value == 0 for rank in ranks):
                return True
    return False


def upside_down(rules: Rules, clues: Clues) -> Sighting | None:
    """With ranks turned round it would be right."""
    return _with(rules, clues, lambda job, attempt: -job.priority, _line_of_put)


def first_come(rules: Rules, clues: Clues) -> Sighting | None:
    """With one rank for all it would be right."""
    return _with(rules, clues, lambda job, attempt: 0, _line_of_put)


def ties_scrambled(rules: Rules, clues: Clues) -> Sighting | None:
    """Only equals are out of order."""
    wrong = _wrong(rules, clues)
    equals = bool(wrong) and all(pair.equals for pair in wrong)
    return Sighting(_line_of_put(clues)) if equals else None


def wrong_next(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody else than the most urgent was next."""
    return Sighting(_line_of_put(clues)) if _wrong(rules, clues) else None


# --- answers --------------------------------------------------------------------------------------


def unanswered(rules: Rules, clues: Clues) -> Sighting | None:
    """A job is over, and its answer open."""
    if clues.service.kind in ("abort", "error"):
        return None
    for story in _kept(rules, clues):
        if story.answer is None:
            return Sighting(_line_of_cook(clues))
        ended = story.tries[-1].ended if story.tries else None
        late = ended is not None and story.answer.at > ended.at + GRACE
        if late and story.answer.item == "cancelled":
            return Sighting(_line_of_cook(clues))
    return None


def wrong_answer(rules: Rules, clues: Clues) -> Sighting | None:
    """All is answered, and something not as it should be."""
    stories = rules.stories(clues.served)
    if not stories or any(story.answer is None for story in stories):
        return None
    if all(rules.well_answered(clues.served, s) for s in _kept(rules, clues) if _over(s)):
        return None
    failed = any(story.tries and story.failed(story.tries[-1]) for story in stories)
    return Sighting((failed and _line_of(clues, "set_exception")) or _line_of(clues, "set_result"))


# --- what they look at ----------------------------------------------------------------------------


def _kept(rules: Rules, clues: Clues) -> list[Any]:
    return [s for s in rules.stories(clues.served) if s.accepted and s.waived is None]


def _waived(rules: Rules, clues: Clues) -> list[Any]:
    return [s for s in rules.stories(clues.served) if s.accepted and s.waived is not None]


def _short(rules: Rules, clues: Clues) -> list[Any]:
    """Jobs that were settled after a failed attempt, while others were left."""
    if clues.service.kind in ("abort", "error"):
        return []
    most = rules.attempts(clues.service)
    return [
        story
        for story in _kept(rules, clues)
        if story.tries and story.failed(story.tries[-1]) and len(story.tries) < most
        and story.answer is not None
    ]  # fmt: skip


def _over(story: Any) -> bool:
    return bool(story.tries) and story.tries[-1].ended is not None


def _failed_by(story: Any, kind: str) -> bool:
    ended = story.tries[-1].ended
    return ended is not None and ended.kind == kind and story.job.kind != "own timeout"


def _wrong(rules: Rules, clues: Clues) -> list[Overtaken]:
    return list(overtaken(rules.waits(clues.served)))


def _pairs(rules: Rules, clues: Clues, rank: Callable[[Any, int], int]) -> list[Overtaken]:
    return list(overtaken(rules.waits(clues.served, rank)))


def _with(
    rules: Rules, clues: Clues, rank: Callable[[Any, int], int], line: Callable[[Clues], int]
) -> Sighting | None:
    """Out of order, and by this rank it would not be."""
    if not _wrong(rules, clues) or _pairs(rules, clues, rank):
        return None
    return Sighting(line(clues))


def _unused(rules: Rules, clues: Clues, since: float = 0, again: bool = False) -> bool:
    """A place is free and a job waits, still at this moment or later; `again`: only retries do."""
    waiting = [wait for wait in rules.waits(clues.served) if wait.taken or wait.turn]
    found = list(idle(waiting, clues.ledger, rules.places(clues.service)))
    if again and any(stretch.waiting.turn for stretch in found):
        return False
    return any(stretch.until > since + GRACE for stretch in found)


def _line_of(clues: Clues, *names: str) -> int:
    """The first line that names one of these."""
    lines = [
        node.lineno
        for node in clues.nodes
        if (isinstance(node, ast.Attribute) and node.attr in names)
        or (isinstance(node, ast.Name) and node.id in names)
    ]
    return min(lines, default=0)


def _line_of_def(clues: Clues, name: str) -> int:
    for node in clues.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            return node.lineno
    return 0


def _lines_of_calls(clues: Clues, names: frozenset[str]) -> list[int]:
    return sorted(n.lineno for n in clues.nodes if isinstance(n, ast.Call) and name_of(n) in names)


def _line_of_put(clues: Clues) -> int:
    """Where something is put into a line."""
    return next(iter(_lines_of_calls(clues, _PUTS)), 0)


def _line_of_retry(clues: Clues) -> int:
    """Where a job is put into the line again: the last place at which one is put there."""
    return next(reversed(_lines_of_calls(clues, _PUTS | _IN_FRONT)), 0)


def _line_of_take(clues: Clues) -> int:
    """Where a job is taken out of the line."""
    for name in ("get", "get_nowait", "heappop", "popleft", "pop"):
        for line in _lines_of_calls(clues, frozenset({name})):
            return line
    return 0


def _line_of_cook(clues: Clues) -> int:
    return next(iter(_lines_of_calls(clues, frozenset({"cook", "_cook"}))), 0)


def _line_of_timeout(clues: Clues) -> int:
    """Where a timeout begins, or a task that has one."""
    return next(iter(_lines_of_calls(clues, frozenset({"timeout", "timeout_at", "wait_for"}))), 0)


def _line_of_size(clues: Clues) -> int:
    """Where it is said how many: the first line that uses `workers` or `limit`."""
    used = [
        node.lineno
        for node in clues.nodes
        if isinstance(node, ast.Name) and node.id in ("workers", "limit")
    ]
    return min(used, default=0)


def _line_of_count(clues: Clues) -> int:
    """Where attempts are counted: the first comparison, or loop, that names them."""
    for node in clues.nodes:
        if isinstance(node, ast.Compare) or (
            isinstance(node, ast.Call) and name_of(node) == "range"
        ):
            text = ast.unparse(node)
            if "attempt" in text or "tries" in text or "max" in text:
                return node.lineno
    return 0
