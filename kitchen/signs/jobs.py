"""What people get wrong with jobs that hang or fail: told by what became of each job.

A failing service has been made smaller before, so what is left in it belongs to the failure.
"""

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from kitchen.case import Clues, Mistake, Remark, Served, Service, Sighting
from kitchen.grace import GRACE
from kitchen.lines import Wait, idle, overtaken
from kitchen.signs import cancels, waiting
from kitchen.signs.evidence import calls_of, name_of, within
from kitchen.world.wire import SECOND


class Rules(NamedTuple):
    """One case's jobs."""

    stories: Callable[[Served], list[Any]]
    waits: Callable[[Served], list[Wait]]
    workers: Callable[[Service], int]


JobSign = Callable[[Rules, Clues], Sighting | None]

_TIMEOUTS = frozenset(
    {"timeout", "timeout_at", "wait_for", "wait", "move_on_after", "fail_after", "call_later",
     "call_at"}
)  # fmt: skip


def mistakes(rules: Rules) -> tuple[Mistake, ...]:
    """The mistakes, from the most to the least specific."""

    def mistake(name: str, says: str, sign: JobSign, *, of_errors: bool = False) -> Mistake:
        return Mistake(name, says, partial(sign, rules), of_errors)

    return (
        cancels.FROM_ANOTHER_THREAD,
        waiting.THREADING_PRIMITIVE,
        waiting.BLOCKS_THE_LOOP,
        mistake(
            "timeout-round-get",
            "The timeout is round `get`: it ends the waiting for a job. What is to end is the job.",
            timeout_round_get,
        ),
        mistake(
            "no-timeout",
            "Job {job} hangs, and its cook waits for it, for ever: nothing ends the waiting. Who "
            "looks at the job's `timeout`?",
            no_timeout,
        ),
        mistake(
            "cook-dies",
            waiting.COOK_DIES,
            cook_dies,
        ),
        mistake(
            "error-ends-everything",
            "The error of job {job} came out of its cook and ended everything else, too. How far "
            "should an error of one job go?",
            error_ends_everything,
            of_errors=True,
        ),
        mistake(
            "cook-dies-of-the-timeout",
            "Job {job} was cut, and its cook went with it: what is cancelled here is the cook's "
            "own task. How does it know that only the job was meant?",
            dies_of_timeout,
        ),
        mistake(
            "cook-dies-on-error",
            "Job {job} raised an error, and its cook went with it: an error that nobody catches "
            "ends the task. Which errors must the loop outlive?",
            dies_on_error,
        ),
        mistake(
            "left-in-the-air",
            "Job {job} is told late, and goes on all the same: whoever merely stops waiting for a "
            "task (`asyncio.wait`, `shield`) doesn't end it. Who hangs it up?",
            left_in_the_air,
        ),
        mistake(
            "swallows-cancel",
            "A cancellation is caught and goes no further: the cook goes on, and whoever waits for "
            "its end waits for ever. `except Exception` lets it through.",
            swallows_cancel,
        ),
        mistake(
            "told-twice",
            "Every job has one outcome. Which lines run after the error has been told?",
            told_twice,
        ),
        mistake(
            "tried-again",
            "Each job has one attempt here: what becomes of it is told, and that is all. Trying "
            "again is another matter (case 13).",
            tried_again,
        ),
        mistake(
            "failed-told-done",
            "When is it known that a job is done, and which way through the code leads there?",
            failed_told_done,
        ),
        mistake(
            "not-waited-for",
            "A job becomes a task of its own, and its cook takes the next one at once. Who waits "
            "for it, and who counts?",
            not_waited_for,
        ),
        mistake(
            "leaves-before-the-end",
            "When serve ended, not all of its jobs had: {count} waiting or being cooked. What must "
            "it wait for?",
            leaves_early,
        ),
        mistake(
            "told-nothing",
            "Its cook goes on as if nothing had been. Every way out of a job has an outcome to "
            "tell.",
            told_nothing,
        ),
        mistake(
            "task-done-missing",
            "Everything is told, and `join` waits: for some jobs `task_done` was never called. "
            "Which way out misses it, and which construct misses none?",
            task_done_missing,
        ),
        mistake(
            "never-ends",
            "Everything is told, and still it doesn't end. {waits} Who tells those who wait that "
            "nothing more will come?",
            never_ends,
        ),
        mistake(
            "old-timer",
            "The timer of a job that is over still rings, and cuts whatever its cook does by then. "
            "Who stops it?",
            old_timer,
        ),
        mistake(
            "counts-from-arrival",
            "The time in line is counted as well. When does this job's own time begin?",
            from_arrival,
        ),
        mistake(
            "looks-too-seldom",
            "Whoever looks now and then sees it only then: between two looks of your watch lie "
            "{seconds:g} s. What could ring in the very moment?",
            looks_too_seldom,
        ),
        mistake(
            "another-limit",
            "It was not cut at its own time: each job has a `timeout`, and it begins with the job.",
            another_limit,
        ),
        mistake(
            "own-timeout-told-late",
            "A job can raise a TimeoutError of its own, long before its limit. How do you tell "
            "whose it is?",
            own_told_late,
        ),
        mistake(
            "error-told-late",
            "An error came out of the job before its time was up. What tells whether the limit was "
            "reached?",
            error_told_late,
        ),
        mistake(
            "late-told-failed",
            "The limit was reached, and the board is told of a failure: a TimeoutError is an "
            "Exception, too. Which one is yours?",
            late_told_failed,
        ),
        mistake(
            "another-error",
            "Whoever reads the board needs the error itself: its type, its text, its traceback.",
            another_error,
        ),
        mistake(
            "left-running",
            "The cooks are still there when serve has returned, and wait for jobs that never come. "
            "Who sends them home?",
            left_running,
        ),
        mistake(
            "not-cancelled-with-it",
            "Its cooks were not cancelled with it: tasks that you made go on without you. Who "
            "cancels them?",
            not_cancelled,
        ),
        mistake(
            "no-limit",
            "What holds a job back while all the cooks are busy?",
            no_limit,
        ),
        mistake(
            "waits-for-the-stream",
            "Nothing is cooked before the whole stream has been read. Jobs come over time; who "
            "cooks meanwhile?",
            waits_for_the_stream,
        ),
        mistake(
            "one-at-a-time",
            "There are {workers} cooks, and never more than one is at work. What keeps the others?",
            one_at_a_time,
        ),
        mistake(
            "out-of-order",
            "First come, first served: who came later must not be begun earlier. What does your "
            "line give out next?",
            out_of_order,
        ),
        mistake(
            "held-up",
            "Cooks stand about while jobs wait. What does a free cook wait for?",
            held_up,
        ),
    )


# --- what is worth saying of a line that passes ---------------------------------------------------


def ends_otherwise_in(*numbers: int) -> Remark:
    """Told by these services, in which the call is cancelled while it has work to do."""

    def sign(services: Sequence[Served], replay: Callable[[int], Clues]) -> Sighting | None:
        cut = (served for served in services if served.service.number in numbers)
        return next(filter(None, map(ended_otherwise, cut)), None)

    return Remark(
        "ends-otherwise",
        "a cancelled serve {how}: whoever cancelled it, a timeout or a TaskGroup, can't tell what "
        "happened. Clean up, then let the CancelledError out again.",
        sign,
    )


def ended_otherwise(served: Served) -> Sighting | None:
    """Cancelled, it ended in order, but not as cancelled."""
    end = served.ledger.end_of(0)
    if served.ledger.first("cut", 0) is None or end is None or end.kind == "cancelled":
        return None
    error = served.errors.get(0)
    how = "returns as if its work were done" if error is None else f"raises {error.type}"
    return Sighting(0, {"how": how})


# --- timeouts -------------------------------------------------------------------------------------


def no_timeout(rules: Rules, clues: Clues) -> Sighting | None:
    """A job hangs, nobody has cut it or another one, and nothing in the source would."""
    if clues.served.outcome.end != "deadlock":
        return None
    stories = rules.stories(clues.served)
    if any(story.ended is not None and story.ended.kind == "hung up" for story in stories):
        return None
    hung = [story for story in stories if story.begun is not None and story.ended is None]
    cooked = [call.args[0] for call in _calls(clues, _TIMEOUTS) if call.args]
    if not hung or any("cook" in ast.unparse(arg) for arg in cooked):
        return None
    if any(_is_timeout(node) for node in clues.nodes):
        return None
    return Sighting(_line_of_cook(clues), {"job": hung[0].task.number})


def timeout_round_get(rules: Rules, clues: Clues) -> Sighting | None:
    """A wait_for whose first argument is a get; something was not told."""
    for call in _calls(clues, frozenset({"wait_for"})):
        if call.args and ".get(" in ast.unparse(call.args[0]):
            return Sighting(call.lineno)
    for node in clues.nodes:
        if isinstance(node, ast.AsyncWith) and any("timeout" in ast.unparse(i) for i in node.items):
            gets = calls_of(within(node.body), "get")
            if gets:
                return Sighting(gets[0].lineno)
    return None


def dies_of_timeout(rules: Rules, clues: Clues) -> Sighting | None:
    """A job was cut, jobs are left, nobody cooks, and the cook's own task is cancelled."""
    cut = [
        s for s in rules.stories(clues.served) if s.ended is not None and s.ended.kind == "hung up"
    ]
    for node in clues.nodes if cut else ():
        if not isinstance(node, ast.Attribute) or node.attr != "cancel":
            continue
        if "current_task" in ast.unparse(node.value):
            return Sighting(node.lineno, {"job": cut[0].task.number})
    return None


def left_in_the_air(rules: Rules, clues: Clues) -> Sighting | None:
    """Told late, or passed over, and not hung up then."""
    for story in rules.stories(clues.served):
        late = [event for event in story.told if event.note == "late"]
        if not late or not story.task.late or story.begun is None:
            continue
        if story.ended is None or story.ended.at > late[0].at + GRACE:
            made = [note.line for note in clues.trace.tasks if note.line and note.parent]
            return Sighting(made[-1] if made else 0, {"job": story.task.number})
    return None


def old_timer(rules: Rules, clues: Clues) -> Sighting | None:
    """Cut before its time, or never begun; and a timer is started that nobody keeps, or cancels."""
    stories = rules.stories(clues.served)
    cut = [s for s in stories if s.ended and s.ended.kind == "hung up"]
    early = any(story.ended.at < story.due - GRACE for story in cut)
    gone = clues.served.outcome.end == "deadlock" and any(story.begun is None for story in stories)
    if not early and not gone:
        return None
    for node in clues.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            call = node.value
            if isinstance(call.func, ast.Attribute) and call.func.attr in ("call_later", "call_at"):
                return Sighting(node.lineno)
    return None


def from_arrival(rules: Rules, clues: Clues) -> Sighting | None:
    """Cut when its timeout had passed since it came; or told late then, never begun."""
    for story in rules.stories(clues.served):
        timeout = round(story.task.timeout * SECOND)
        waited = story.begun is None or story.begun > story.came + GRACE
        late = [event.at for event in story.told if event.note == "late"]
        if story.ended is not None and story.ended.kind == "hung up":
            late.append(story.ended.at)
        if waited and any(abs(at - story.came - timeout) <= GRACE for at in late):
            return Sighting(_line_of_timeout(clues))
        if waited and any(
            story.begun is not None and abs(at - story.begun) <= GRACE for at in late
        ):
            return Sighting(_line_of_timeout(clues))
    return None


def looks_too_seldom(rules: Rules, clues: Clues) -> Sighting | None:
    """Cut too late, by less than somebody sleeps between two looks."""
    loops = [node for node in clues.nodes if isinstance(node, ast.While)]
    naps = [
        note
        for note in clues.trace.slept
        if any(n.lineno <= note.line <= (n.end_lineno or 0) for n in loops)
    ]
    for story in rules.stories(clues.served):
        if story.ended is None or story.ended.kind != "hung up" or story.begun is None:
            continue
        over = story.ended.at - story.due
        for nap in naps:
            if GRACE < over <= nap.seconds * SECOND + GRACE:
                return Sighting(nap.line, {"seconds": nap.seconds})
    return None


def another_limit(rules: Rules, clues: Clues) -> Sighting | None:
    """Cut well before or after its own time; or not at all, in spite of a timeout."""
    if clues.ledger.first("cut", 0) is not None:
        return None
    for story in rules.stories(clues.served):
        if story.begun is None or story.ended is None:
            continue
        hung_up = story.ended.kind == "hung up"
        if (hung_up and abs(story.ended.at - story.due) > GRACE) or (
            story.task.late and not hung_up
        ):
            return Sighting(_line_of_timeout(clues))
    return None


# --- errors ---------------------------------------------------------------------------------------


_OF_JOBS = frozenset({"Spoiled", "LookupError", "TimeoutError"})
"""The errors that a job raises."""


def cook_dies(rules: Rules, clues: Clues) -> Sighting | None:
    """Jobs are left untold, and an error that is no job's had ended a cook."""
    return None if _all_told(rules, clues) else waiting.died_of(clues, _OF_JOBS)


def error_ends_everything(rules: Rules, clues: Clues) -> Sighting | None:
    """serve raised, after a job had raised."""
    failed = [
        s for s in rules.stories(clues.served) if s.ended is not None and s.ended.kind == "failed"
    ]
    own = [s for s in failed if not any(event.note == "failed" for event in s.told)]
    error = clues.served.errors.get(0)
    if error is None or not own or error.type not in _OF_JOBS | {"ExceptionGroup"}:
        return None
    return Sighting(_line_of_cook(clues), {"job": own[0].task.number})


def dies_on_error(rules: Rules, clues: Clues) -> Sighting | None:
    """A job raised, its task ended with that error or its cook with it, and jobs are left."""
    failed = [
        s for s in rules.stories(clues.served) if s.ended is not None and s.ended.kind == "failed"
    ]
    if not failed:
        return None
    ended = [n for n in clues.trace.errors if n.type in _OF_JOBS]
    told = {s.task.number for s in failed if s.told}
    silent = [s for s in failed if s.task.number not in told]
    first = (silent or failed)[0]
    left = [s for s in rules.stories(clues.served) if s.begun is None]
    if ended and silent:
        return Sighting(ended[0].line, {"job": first.task.number})
    stuck = clues.served.outcome.end == "deadlock"
    if left and stuck and not any("get" in w.reason for w in clues.served.outcome.waiting):
        return Sighting(_line_of_cook(clues), {"job": first.task.number})
    return None


def own_told_late(rules: Rules, clues: Clues) -> Sighting | None:
    """A TimeoutError of the job's own was told late."""
    return _told_late(rules, clues, own=True)


def error_told_late(rules: Rules, clues: Clues) -> Sighting | None:
    """Another error was told late."""
    return _told_late(rules, clues, own=False)


def _told_late(rules: Rules, clues: Clues, *, own: bool) -> Sighting | None:
    for story in rules.stories(clues.served):
        failed = story.ended is not None and story.ended.kind == "failed"
        late = any(event.note == "late" for event in story.told)
        if failed and late and (story.task.kind == "own timeout") == own:
            return Sighting(_line_of_call(clues, "late"))
    return None


def late_told_failed(rules: Rules, clues: Clues) -> Sighting | None:
    """Cut in time, and told failed."""
    for story in rules.stories(clues.served):
        cut = story.ended is not None and story.ended.kind == "hung up" and story.task.late
        if cut and any(event.note == "failed" for event in story.told):
            return Sighting(_line_of_call(clues, "failed"))
    return None


def another_error(rules: Rules, clues: Clues) -> Sighting | None:
    """Told failed, with another error than its own."""
    for story in rules.stories(clues.served):
        if any(event.note == "failed" and event.item != 1 for event in story.told):
            return Sighting(_line_of_call(clues, "failed"))
    return None


def failed_told_done(rules: Rules, clues: Clues) -> Sighting | None:
    """Told done, and its dish never came, or not yet."""
    for story in rules.stories(clues.served):
        done = [event.at for event in story.told if event.note == "done"]
        if not done or story.task.kind == "stubborn":
            continue
        if story.ended is None or story.ended.kind != "delivered" or done[0] < story.ended.at:
            return Sighting(_line_of_call(clues, "done"))
    return None


# --- telling --------------------------------------------------------------------------------------


def told_twice(rules: Rules, clues: Clues) -> Sighting | None:
    """Told more than once."""
    for story in rules.stories(clues.served):
        if len(story.told) > 1 and story.times < 2:
            return Sighting(_line_of_call(clues, story.told[-1].note))
    return None


def tried_again(rules: Rules, clues: Clues) -> Sighting | None:
    """Begun more than once."""
    for story in rules.stories(clues.served):
        if story.times > 1 and story.task.kind != "stubborn":
            return Sighting(_line_of_cook(clues))
    return None


def told_nothing(rules: Rules, clues: Clues) -> Sighting | None:
    """A job ended by itself or was cut in time, nothing was told, and the line went on."""
    for story in rules.stories(clues.served):
        if story.ended is None or story.told:
            continue
        if story.ended.kind != "hung up" or abs(story.ended.at - story.due) <= GRACE:
            return Sighting(_line_of_cook(clues))
    return None


def task_done_missing(rules: Rules, clues: Clues) -> Sighting | None:
    """All told, and somebody waits in join."""
    if not _all_told(rules, clues):
        return None
    waits = [w for w in clues.served.outcome.waiting if ".join" in w.reason]
    return Sighting(waits[0].line) if waits else None


def never_ends(rules: Rules, clues: Clues) -> Sighting | None:
    """A deadlock, with all told, and nobody was cancelled."""
    if clues.ledger.first("cut", 0) is not None:
        return None
    return waiting.still_waits(clues) if _all_told(rules, clues) else None


# --- how many, and the end ------------------------------------------------------------------------


def not_waited_for(rules: Rules, clues: Clues) -> Sighting | None:
    """Too many at once or over too early, and a cook made a task that it didn't wait for."""
    if own_told_late(rules, clues) or error_told_late(rules, clues):
        return None  # another fault, and the one that is seen
    by_cooks = [t for t in clues.trace.tasks if t.line and _maker(clues, _maker(clues, t.task))]
    if not by_cooks:
        return None
    end = clues.ledger.end_of(0)
    after = end is not None and any(e.at > end.at for e in clues.ledger.of("delivered", "failed"))
    return Sighting(by_cooks[-1].line) if after or no_limit(rules, clues) else None


def _maker(clues: Clues, task: int) -> int:
    """The task that made this one; 0 for the call itself."""
    made = clues.trace.maker.get(task)
    return 0 if made is None else made.parent


def leaves_early(rules: Rules, clues: Clues) -> Sighting | None:
    """serve returned, and jobs were never begun, or broken off before their time."""
    end = clues.ledger.end_of(0)
    if end is None or end.kind != "returned":
        return None
    left = [
        s
        for s in rules.stories(clues.served)
        if not s.told
        and (
            s.begun is None
            or s.ended is None
            or (s.ended.kind == "hung up" and s.ended.at < s.due - GRACE)
        )
    ]
    if not left:
        return None
    count = f"{len(left)} were" if len(left) > 1 else "one was"
    return Sighting(_line_of_call(clues, "cancel"), {"count": count})


def swallows_cancel(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody catches everything, in the loop of a cook, and it does not end."""
    ended = clues.ledger.end_of(0)
    late = clues.ledger.first("cut", 0)
    if ended is not None and ended.kind == "returned" and late is None:
        return None
    told_after = late is not None and any(
        e.note == "failed" and e.at >= late.at for e in clues.ledger.of("mark")
    )
    if ended is not None and not told_after and late is None:
        return None
    for node in clues.nodes:
        if isinstance(node, ast.ExceptHandler) and _catches_all(node) and not _raises(node):
            return Sighting(node.lineno)
    return None


def _catches_all(node: ast.ExceptHandler) -> bool:
    return (
        node.type is None
        or "BaseException" in ast.unparse(node.type)
        or ("CancelledError" in ast.unparse(node.type))
    )


def _raises(node: ast.ExceptHandler) -> bool:
    return any(isinstance(part, ast.Raise) for part in within(node.body))


def left_running(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody still waited when all was quiet, and nobody had been cancelled."""
    left = clues.served.left.get(0, ())
    if not left or clues.ledger.first("cut", 0) is not None:
        return None
    return Sighting(left[0].line)


def not_cancelled(rules: Rules, clues: Clues) -> Sighting | None:
    """Cancelled, and something goes on or is left."""
    cut = clues.ledger.first("cut", 0)
    if cut is None:
        return None
    made = [note.line for note in clues.trace.tasks if note.line and note.parent]
    return Sighting(made[0] if made else 0)


def no_limit(rules: Rules, clues: Clues) -> Sighting | None:
    """More at once than there are cooks."""
    if clues.ledger.peak <= rules.workers(clues.service):
        return None
    return Sighting(_line_of_call(clues, "create_task") or _line_of_cook(clues))


def waits_for_the_stream(rules: Rules, clues: Clues) -> Sighting | None:
    """The first job was begun when the stream had ended, though some had been there before; and
    from then on nobody stood about."""
    ended = next((e.at for e in clues.ledger.of("told") if e.note == "end"), 0)
    stories = rules.stories(clues.served)
    begun = [story.begun for story in stories if story.begun is not None]
    if not begun or min(begun) < ended or not any(s.came < ended - GRACE for s in stories):
        return None
    later = [w._replace(since=max(w.since, ended)) for w in rules.waits(clues.served)]
    if _idle(rules, clues, later):
        return None
    return Sighting(_line_of_stream(clues))


def one_at_a_time(rules: Rules, clues: Clues) -> Sighting | None:
    """One at work, where there are more, and somebody waits until it is free."""
    count = rules.workers(clues.service)
    if count == 1 or clues.ledger.peak > 1:
        return None
    at_work = [s for s in rules.stories(clues.served) if s.begun is not None]
    waits = [
        w
        for w in rules.waits(clues.served)
        for s in at_work
        if w.since < s.begun < w.until or (s.ended and w.since < s.ended.at < w.until)
    ]
    if not waits:
        return None
    line = next((note.line for note in clues.trace.wants), 0) or _line_of_cook(clues)
    return Sighting(line, {"workers": count})


def out_of_order(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody was begun before one who came earlier."""
    if not any(True for _ in overtaken(rules.waits(clues.served))):
        return None
    made = [made.line for made in clues.trace.made() if made.type.endswith("Queue")]
    return Sighting(made[0] if made else 0)


def held_up(rules: Rules, clues: Clues) -> Sighting | None:
    """All is told, and a cook was free while a job waited."""
    if not _all_told(rules, clues) or not _idle(rules, clues, rules.waits(clues.served)):
        return None
    return Sighting(_line_of_call(clues, "gather") or _line_of_call(clues, "wait"))


def _all_told(rules: Rules, clues: Clues) -> bool:
    """Whether of each job something was told."""
    return all(story.told for story in rules.stories(clues.served))


def _idle(rules: Rules, clues: Clues, waits: list[Wait]) -> bool:
    """Whether a cook was free in one of these waits."""
    return any(True for _ in idle(waits, clues.ledger, rules.workers(clues.service)))


# --- the source -----------------------------------------------------------------------------------


def _calls(clues: Clues, names: frozenset[str]) -> list[ast.Call]:
    return [
        node
        for node in clues.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in names
    ]


def _is_timeout(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or name_of(node) not in _TIMEOUTS:
        return False
    if name_of(node) == "wait" and not any(word.arg == "timeout" for word in node.keywords):
        return False  # of an Event, a Condition, or without an end
    return "get(" not in ast.unparse(node)


def _line_of_cook(clues: Clues) -> int:
    for node in clues.nodes:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "cook"
        ):
            return node.lineno
    return 0


def _line_of_stream(clues: Clues) -> int:
    return next((n.lineno for n in clues.nodes if isinstance(n, ast.AsyncFor)), 0)


def _line_of_timeout(clues: Clues) -> int:
    return min(
        (node.lineno for node in clues.nodes if isinstance(node, ast.Call) and _is_timeout(node)),
        default=0,
    )


def _line_of_call(clues: Clues, method: str) -> int:
    return next((call.lineno for call in calls_of(clues.nodes, method)), 0)
