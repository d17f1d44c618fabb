"""`run` and `check`: the learner's file is served, and graded."""

import io
import sys
from collections.abc import Sequence

from kitchen import catalog, shipped
from kitchen.commands import noting
from kitchen.commands.attempts import attempt_of
from kitchen.commands.output import Unread, put
from kitchen.commands.stoves import Stoves
from kitchen.errors import Unusable
from kitchen.exits import FAILED, PASSED, UNUSABLE

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    import argparse

    from kitchen.case import Case, Served, Service
    from kitchen.catalog import Listed
    from kitchen.judge.engine import AttemptSource, Engine
    from kitchen.judge.verdict import Verdict
    from kitchen.report.pen import Pen


def run(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """One service of the file as it is: figures, and what it printed."""
    if chosen.seconds and not chosen.real:
        raise Unusable("`--for` repeats a run on the real clock: say `--real` too.")
    if chosen.timeline or chosen.picture:
        from kitchen.report import drawings

        drawings.check(chosen)
    listed = catalog.find(chosen.case)
    attempt, replay = attempt_of(listed, chosen.case, chosen.file)
    with stoves.engine() as engine:
        from kitchen.report import formats, patience, text
        from kitchen.report.pen import Pen

        case = listed.load()
        engine.take(attempt, points=case.threads)
        service = case.service(chosen.service)
        if chosen.only:
            try:
                service = case.part_of(service, chosen.only)
            except ValueError as error:
                raise Unusable(f"`--only` asks for what isn't there: {error}.") from None
        # Traced, so that what is said of forgotten coroutines and deadlocks has its lines.
        with patience.asked_for(f"case {listed.number}", sys.stderr):
            if chosen.seconds:
                runs, took = _again_and_again(service, chosen.seconds, engine)
            else:
                (served,) = engine.serve([service], trace=True, real=chosen.real)
        if chosen.seconds:
            return _tell_apart(case, runs, took, attempt)
        before = None
        if chosen.picture and noting.progress().of(listed).passed:
            before = _as_shipped(listed, case, service, engine)
    if not replay:  # it is the learner's own
        noting.note(noting.progress(), listed)
    outcome = served.outcome
    if outcome.file_at_fault:
        text.print_fault(outcome, attempt.path, Pen(sys.stderr))
        return UNUSABLE
    with Unread():
        if chosen.json:
            print(formats.run_json(case, served))
        else:
            text.print_run(case, served, attempt.path, attempt.text, Pen(sys.stdout))
    if chosen.timeline or chosen.picture:
        with Unread():
            drawings.draw(chosen, listed.heading, served, before)
    from kitchen.judge.diagnosis import crash

    # Where crates are spoiled, or guests raise, an error that isn't the attempt's own is all right.
    own_errors = bool(service.conditions.spoiled) or service.stage != "call"
    well = crash(served, case.guests_own) is None if own_errors else not served.errors
    # As shipped, a case shows its fault as it is meant to, and be it a hang.
    meant = (outcome.finished and well) or attempt.source == shipped.original(listed)
    return PASSED if meant else FAILED


def _as_shipped(listed: "Listed", case: "Case", service: "Service", engine: "Engine") -> "Served":
    """The same service with the file as it was shipped, to be drawn beside the learner's."""
    from kitchen.judge.engine import AttemptSource

    attempt = AttemptSource(f"{listed.stem}.py", listed.stem, shipped.original(listed))
    engine.take(attempt, points=case.threads)
    (served,) = engine.serve([service], trace=True)
    return served


def _again_and_again(
    service: "Service", seconds: float, engine: "Engine"
) -> "tuple[list[Served], float]":
    """The same service on the real clock for so many seconds, or until the file proves to be at
    fault; and how long that took."""
    from time import monotonic

    began = monotonic()
    runs: list[Served] = []
    while monotonic() < began + seconds and not (runs and runs[-1].outcome.file_at_fault):
        runs += engine.serve([service], real=True)
    return runs, monotonic() - began


def _tell_apart(
    case: "Case", runs: "Sequence[Served]", took: float, attempt: "AttemptSource"
) -> int:
    """How often did it go how?"""
    from kitchen.report import text
    from kitchen.report.pen import Pen

    if runs[-1].outcome.file_at_fault:
        text.print_fault(runs[-1].outcome, attempt.path, Pen(sys.stderr))
        return UNUSABLE
    with Unread():
        text.print_tally(case, runs, took, Pen(sys.stdout))
    return PASSED if all(served.outcome.finished for served in runs) else FAILED


def check(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """The verdict on one case, or on all."""
    every = chosen.case == "all"
    if every and chosen.file:
        raise Unusable("`--file` grades one file as one case; name the case instead of `all`.")
    wanted = list(catalog.listed()) if every else [catalog.find(chosen.case)]
    verdicts = []
    with stoves.engine() as engine:
        from kitchen.judge.grading import grade
        from kitchen.report import patience
        from kitchen.report.pen import Pen

        bar = patience.Bar(len(wanted), sys.stderr)
        for place, listed in enumerate(wanted):
            attempt, replay = attempt_of(listed, chosen.case, chosen.file)
            case = listed.load()
            with bar if every else patience.asked_for(f"case {listed.number}", sys.stderr):
                if every:
                    bar.at(place)
                verdict = grade(
                    listed, case, attempt, engine, services=chosen.services, replay=replay
                )
            verdicts.append(verdict)
            if not replay:  # it is the learner's own
                noting.note_verdict(listed, case, attempt.source, verdict)
            if chosen.format == "text" and chosen.output is None:
                with Unread():
                    _show(verdict, Pen(sys.stdout), headed=every)
                    if sys.stdout.isatty() and not every and not replay and not verdict.fault:
                        Pen(sys.stdout).line(Pen(sys.stdout).dim(_onward(verdict)))
    if chosen.output is not None:
        put(chosen.output, _formatted(chosen.format, verdicts) + "\n")
    elif chosen.format != "text":
        with Unread():
            print(_formatted(chosen.format, verdicts))
    if any(verdict.fault for verdict in verdicts):
        return UNUSABLE
    return PASSED if all(verdict.passed for verdict in verdicts) else FAILED


def _show(verdict: "Verdict", pen: "Pen", *, headed: bool) -> None:
    """A verdict as text; a file that can't be graded is told on standard error too."""
    from kitchen.report import text
    from kitchen.report.pen import Pen

    if headed:
        pen.line(f"case {verdict.number} ({verdict.stem})")
    if verdict.fault is None:
        text.print_verdict(verdict, pen)
    else:
        text.print_fault(verdict.fault, verdict.file, Pen(sys.stderr))


def _onward(verdict: "Verdict") -> str:
    """Where to go from here: for whoever sits there, not for programs that read the lines."""
    if not verdict.passed:
        return f"  `hint {verdict.number}` helps; `watch {verdict.number}` checks on every save"
    return f"  `solution {verdict.number} --diff` compares; `next` says where to go on"


def _formatted(format: str, verdicts: "Sequence[Verdict]") -> str:
    from kitchen.report import formats
    from kitchen.report.pen import Pen

    if format == "json":
        return formats.verdicts_json(verdicts)
    if format == "junit":
        return formats.verdicts_junit(verdicts)
    page = io.StringIO()
    for verdict in verdicts:
        _show(verdict, Pen(page), headed=len(verdicts) > 1)
    return page.getvalue().rstrip("\n")
