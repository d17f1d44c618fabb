"""Says what went wrong: by the case's own mistakes where one fits, else by the plain facts."""

import errno
from collections.abc import Callable, Sequence
from functools import cache

from kitchen.case import Case, Clues, Finding, Mistake, Served, Sighting
from kitchen.goods import SUPPLIERS_OWN
from kitchen.judge.verdict import Diagnosis, Said
from kitchen.signs.evidence import circle_of
from kitchen.trace import Trace
from kitchen.world.outcome import Outcome, Raised, Waiting


def diagnose(
    case: Case, traced: Served, source: str, check: int, finding: Finding, even: Served | None
) -> Diagnosis:
    """The diagnosis of one failing check, from the replay of the service that is shown."""
    trace = Trace.read(traced.notes, case.threads)
    clues = Clues(traced, trace, source, check, even, finding=finding)
    outcome, seen = traced.outcome, finding.seen
    error = crash(traced, case.guests_own)
    found = _first_that_fits(case, clues, seen, errors_only=error is not None)
    if found is not None:
        return found
    if error is not None:
        told = f"{case.entry.function} raised {_sentence(named(error))}"
        line = error.frames[-1].line if error.frames else 0
        text = told if told.rstrip(". ") in seen else f"{told} {seen}".strip()
        return _pointing("raises", f"{text}{_at_the_wall(error)}", line, source)
    if not outcome.finished:
        name, text = _TOLD.get(outcome.end, ""), tell(outcome)
        return _pointing(name, text, outcome.line or _first_line(outcome), source)
    error = traced.errors.get(0)
    line = error.frames[-1].line if error is not None and error.frames else 0
    return _pointing("", seen, line, source)


def _at_the_wall(error: Raised) -> str:
    """What an error means that comes of where the code runs, and not of what is wrong with it."""
    if error.text.startswith(f"[Errno {errno.EACCES}]"):
        return (
            " The kitchen lets your code read libraries and write in a scratch folder of its own; "
            "other files, and other programs, are out of its reach."
        )
    if error.text.startswith(f"[Errno {errno.EFBIG}]"):
        return " It has printed, or written into a file, more than the kitchen takes: 4 MB."
    return ""


def _first_that_fits(case: Case, clues: Clues, seen: str, *, errors_only: bool) -> Diagnosis | None:
    """The most specific mistake that is recognised."""
    outcome = clues.served.outcome
    for mistake in case.mistakes if outcome.conclusive else ():
        if errors_only and not mistake.of_errors:
            continue
        sighting = _sighting(mistake, clues)
        if sighting is not None:
            text = mistake.says.format(line=sighting.line, **sighting.words)
            if seen and outcome.finished:
                text = f"{seen} {text}"
            return _pointing(mistake.name, text, sighting.line, clues.source)
    return None


def _sighting(mistake: Mistake, clues: Clues) -> Sighting | None:
    """What a sign says; nothing where forged evidence trips it up. The verdict is safe anyway."""
    try:
        return mistake.sign(clues)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def crash(served: Served, guests_own: frozenset[str] = frozenset()) -> Raised | None:
    """An error that is the attempt's own: not the supplier's, and none that a guest raised."""
    for _, error in sorted(served.errors.items()):
        if error.inner_type not in SUPPLIERS_OWN | guests_own:
            return error
    return None


def remarks(
    case: Case, served: Sequence[Served], replay: Callable[[int], Served], source: str
) -> tuple[Said, ...]:
    """What is worth saying of an attempt that passes. `replay` serves a service with tracing."""

    @cache
    def clues(number: int) -> Clues:
        traced = replay(number)
        return Clues(traced, Trace.read(traced.notes, case.threads), source, -1)

    said = []
    for remark in case.remarks:
        if remark.word not in source:
            continue
        try:
            sighting = remark.sign(served, clues)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            continue  # evidence that was forged, or a source that can't be walked through
        if sighting is not None:
            text = remark.says.format(line=sighting.line, **sighting.words)
            said.append(Said(remark.name, text, sighting.line))
    return tuple(said)


_TOLD = {
    "deadlock": "deadlock",
    "spinning": "spinning",
    "kept": "keeps-the-stove",
    "endless": "never-ends",
    "flood": "never-ends",
    "exited": "exits",
    "died": "exits",
    "crashed": "crashes",
    "malformed": "breaks-the-line",
}


def tell(outcome: Outcome) -> str:
    """How a service ended that did not finish, for the learner."""
    if outcome.end == "deadlock" and outcome.text == "looks":
        return (
            "Deadlock: all that still happens is that somebody looks, and what they look for will "
            f"never come. {_waiting(outcome.waiting)}".strip()
        )
    if outcome.end == "deadlock":
        return _deadlock(outcome)
    if outcome.end == "spinning" and outcome.text == "blocking":
        return (
            "Again and again this line stops the whole event loop to wait. Whoever could change "
            "what it waits for never gets to run."
        )
    if outcome.end == "spinning":
        return (
            "Spinning: turn after turn something looks again, nothing is asked for, nothing is "
            f"due, and nothing will ever change. {_spinning(outcome)}".strip()
        )
    if outcome.end == "kept":
        if outcome.text == "asleep":
            return (
                "This line waits in a way that stops the whole process, outside the kitchen's "
                "clock: for seconds of real time nothing else could run."
            )
        if outcome.text == "dragging":
            return (
                "Turn after turn takes long in real time, and meanwhile nothing is asked for and "
                "nothing comes to its end: something waits outside the kitchen's clock, or "
                "computes, again and again."
            )
        return (
            "The code kept its turn and gave it to nobody: a loop that never waits (without an "
            "`await`, or in a thread without anything that lets others go on), or a long "
            "computation. For all that time nothing else could run."
        )
    if outcome.end == "endless":
        return f"It did not come to an end: {outcome.text} on the kitchen's clock."
    if outcome.end == "flood":
        return f"It never stopped asking: the supplier was {outcome.text} and more."
    if outcome.end == "exited":
        code = outcome.text
        return (
            f"The code left the kitchen by itself: {code}."
            if code.startswith("the ")
            else f"The code ended the program by `sys.exit({code})`, before its work was done."
        )
    if outcome.end == "died":
        return f"The process that ran the code is gone: {_sentence(outcome.text)}"
    if outcome.end == "crashed" and outcome.error is not None:
        if outcome.text == "at import":
            return f"While the file was imported, it raised {_sentence(named(outcome.error))}"
        return f"The whole program was stopped: the code raised {_sentence(named(outcome.error))}"
    if outcome.end == "malformed":
        return (
            f"Something wrote into the line to the world that the kitchen did not: {outcome.text}. "
            "A process that the code has started itself (os.fork, multiprocessing) would do that: "
            "it has no line of its own."
        )
    return outcome.text


def short(outcome: Outcome) -> str:
    """The same in two or three words, to stand behind a check's title."""
    return {
        "deadlock": "deadlock",
        "spinning": "spinning",
        "endless": "did not end",
        "flood": "asked without end",
        "kept": "kept the stove busy" if outcome.text != "asleep" else "stopped the stove",
        "exited": "the program was ended",
        "died": "the process is gone",
        "crashed": f"crashed {outcome.text}",
        "malformed": "broke the line",
        "fault": "can't be run",
    }.get(outcome.end, outcome.end)


def _sentence(text: str) -> str:
    """With a full stop at its end, and one only."""
    return f"{text.rstrip('. ')}."


def named(error: Raised) -> str:
    """An exception in a line: its type, its text, and the first of a group."""
    inside = f" (first: {error.first.rstrip(': ')})" if error.first else ""
    return f"{error.type}: {error.text}{inside}" if error.text else f"{error.type}{inside}"


def _deadlock(outcome: Outcome) -> str:
    waiting = outcome.waiting
    circle = circle_of(waiting)
    if not circle:
        return (
            "Deadlock: nobody can go on, and nothing is due that could change it. "
            f"{_waiting(waiting)}".strip()
        )
    others = [one for one in waiting if one not in circle]
    what = "in a circle they wait for each other" if len(circle) > 1 else "it waits for itself"
    told = f"Deadlock: {what}. {_waiting(circle)}"
    return f"{told} Because of that: {_waiting(others)}" if others else told


def _waiting(waiting: Sequence[Waiting]) -> str:
    """Who waits for what; those who wait for the same in one sentence."""
    groups: dict[tuple[str, int, str], int] = {}
    for one in waiting:
        key = (one.who, one.line, one.reason)
        groups[key] = groups.get(key, 0) + 1
    told = []
    for (who, line, reason), count in list(groups.items())[:4]:
        at = f" (line {line})" if line else ""
        times = f"{count} times " if count > 1 else ""
        told.append(f"{times}`{who}`{at} {reason}")
    more = len(groups) - 4
    return ("; ".join(told) + (f"; and {more} more" if more > 0 else "") + ".") if told else ""


def _spinning(outcome: Outcome) -> str:
    """Which tasks go round and round, and where."""
    places = dict.fromkeys((w.who, w.line) for w in _going_round(outcome.waiting) if w.line)
    told = [f"`{who}` at line {line}" for who, line in list(places)[:4]]
    return f"It goes round in {', '.join(told)}." if told else ""


def _going_round(waiting: Sequence[Waiting]) -> Sequence[Waiting]:
    """Threads that go round, and not those that wait for them; of tasks nobody can tell."""
    return [one for one in waiting if one.reason == "goes round"] or waiting


def _first_line(outcome: Outcome) -> int:
    waiting = circle_of(outcome.waiting) or _going_round(outcome.waiting)
    return next((one.line for one in waiting if one.line), 0)


def _pointing(name: str, text: str, line: int, source: str) -> Diagnosis:
    lines = source.split("\n")
    shown = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    return Diagnosis(name, text, line if shown else 0, shown)
