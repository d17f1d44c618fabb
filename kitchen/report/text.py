"""The lines of `run` and `check`. They are part of the interface: scripts may read them."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from kitchen.case import Case, Clues, Served
from kitchen.judge.diagnosis import named, short, tell
from kitchen.judge.verdict import Diagnosis, Verdict
from kitchen.numbers import counted
from kitchen.report.pen import INDENT, Pen, clean
from kitchen.trace import Trace
from kitchen.world.outcome import Frame, Outcome, Raised

MOST_LINES = 200
"""Lines of what the learner's code printed that are shown."""


def print_tally(case: Case, runs: Sequence[Served], seconds: float, pen: Pen) -> None:
    """Many runs of one service: how many had the same figures, the most frequent first."""
    pen.line(f"{counted(len(runs), 'run')} in {seconds:.1f} s on the real clock")
    tally = Counter(_figures(case, served) for served in runs)
    for figures, times in tally.most_common():
        pen.line(f"{times:>6} x  {figures}")


def _figures(case: Case, served: Served) -> str:
    """The figures of one run in a line; what is told in seconds differs from run to run."""
    told = [(figure.label, str(figure.value(served.ledger))) for figure in case.figures]
    said = [f"{label} {value}" for label, value in told if not value.endswith(" s")]
    if not served.outcome.finished:
        said.append(short(served.outcome))
    return ", ".join(said)


def print_run(case: Case, served: Served, file: str, source: str, pen: Pen) -> None:
    """The figures of one service, then what the learner's code printed."""
    ledger, outcome = served.ledger, served.outcome
    width = max(len(figure.label) for figure in case.figures) + 1
    for figure in case.figures:
        pen.line(f"{figure.label + ':':<{width}} {figure.value(ledger)}")
    pen.line(f"took {ledger.took:.2f} s")
    if served.service.number != 1:
        pen.line(f"(service {served.service.number}: {served.service.title})")
    if served.service.in_turns and case.picture is not None:
        for line in case.picture(Clues(served, Trace.read(served.notes), source, -1)):
            pen.line(clean(line))
    _print_output(served, pen)
    if not outcome.finished:
        pen.line()
        _print_traceback(outcome.error, file, pen)
        pen.paragraph(clean(tell(outcome)), "")
        lines = source.split("\n")
        if outcome.error is None and 0 < outcome.line <= len(lines):
            pen.line(f"{file}, line {outcome.line}:")
            pen.line(f"    {clean(lines[outcome.line - 1].strip())}")
    for call, error in sorted(served.errors.items()):
        pen.line()
        if call or len(served.errors) > 1:
            pen.line(f"In call {call + 1}:")
        _print_traceback(error, file, pen)
    left = served.left.get(0, ())
    if left:
        pen.line()
        who = left[0]
        at = f" (line {who.line})" if who.line else ""
        pen.paragraph(
            clean(
                f"When all was quiet, {counted(len(left), 'task')} still waited: `{who.who}`{at} "
                f"{who.reason}."
            ),
            "",
        )


def print_served(case: Case, served: Served, file: str, source: str, pen: Pen) -> None:
    """A run, or why there was none."""
    if served.outcome.file_at_fault:
        print_fault(served.outcome, file, pen)
    else:
        print_run(case, served, file, source, pen)


def print_graded(verdict: Verdict, pen: Pen) -> None:
    """A verdict, or why there is none."""
    if verdict.fault is not None:
        print_fault(verdict.fault, verdict.file, pen)
    else:
        print_verdict(verdict, pen)


def print_fault(outcome: Outcome, file: str, pen: Pen) -> None:
    """Why the file can't be run."""
    pen.paragraph(clean(fault(outcome, file)), "")
    if outcome.source:
        pen.line(f"    {clean(outcome.source)}")


def fault(outcome: Outcome, file: str) -> str:
    """The same in a sentence."""
    at = f", line {outcome.line}" if outcome.line else ""
    return f"{file}{at}: {outcome.text}"


def print_verdict(verdict: Verdict, pen: Pen) -> None:
    """PASS and FAIL lines; each failure with its diagnosis and a line that repeats it."""
    told: set[tuple[str, str]] = set()
    repeated: set[str] = set()
    for result in verdict.results:
        figure = f" ({result.figure})" if result.figure else ""
        pen.result("PASS" if result.passed else "FAIL", f"{result.title}{figure}")
        if result.diagnosis is None:
            continue
        new = _print_diagnosis(result.diagnosis, told, verdict.file, pen)
        for line in result.picture:
            pen.line(pen.dim(f"{INDENT}{clean(line)}"))
        if result.replay and (new or result.replay not in repeated):
            repeated.add(result.replay)
            pen.line(f"{INDENT}replay: {result.replay}")
            pen.line(pen.dim(f"{INDENT}        ({result.conditions})"))
    if verdict.unserved:
        pen.paragraph(unserved(verdict), first="  NOTE  ")
    for remark in verdict.remarks:
        at = f" (line {remark.line})" if remark.line else ""
        pen.paragraph(f"{clean(remark.text)}{at}", first="  NOTE  ")
    if verdict.shown is not None:
        _print_output(verdict.shown, pen)


def unserved(verdict: Verdict) -> str:
    """What is said of checks that no service was served for."""
    some = verdict.unserved
    are = "is" if some == 1 else "are"
    return (
        f"{counted(some, 'more check')} {are} about services beyond the first {verdict.services}."
    )


def _print_diagnosis(diagnosis: Diagnosis, told: set[tuple[str, str]], file: str, pen: Pen) -> bool:
    """What was seen; or, if that was told before, just so much. Whether it was new."""
    if diagnosis.topic in told:
        pen.line(f"{INDENT}the same as above")
        return False
    told.add(diagnosis.topic)
    pen.paragraph(clean(diagnosis.text))
    if diagnosis.line:
        pen.line(f"{INDENT}{file}, line {diagnosis.line}:")
        pen.line(f"{INDENT}    {clean(diagnosis.source)}")
    return True


def _print_output(served: Served, pen: Pen) -> None:
    lines = printed_lines(served)
    if lines:
        pen.rule("what it printed")
    for line in lines:
        pen.line(line)


def printed_lines(served: Served) -> list[str]:
    """What the learner's code printed, as it is shown: the same lines once, and not too many."""
    text = served.output.decode("utf-8", "backslashreplace")
    if not text.strip():
        return []
    runs = [(line, len(list(same))) for line, same in groupby(text.splitlines())]
    lines = [
        clean(line.replace("\t", "    ")) + (f" ({times} times)" if times > 1 else "")
        for line, times in runs[:MOST_LINES]
    ]
    if len(runs) > MOST_LINES:
        lines.append(f"... and {counted(len(runs) - MOST_LINES, 'more line')}")
    return lines


def _print_traceback(error: Raised | None, file: str, pen: Pen) -> None:
    """The learner's own frames only."""
    if error is None:
        return
    if error.frames:
        pen.line("Traceback (your own lines only, most recent call last):")
    before: Frame | None = None
    repeated = 0
    for frame in error.frames:
        repeated = repeated + 1 if frame == before else 0
        before = frame
        if repeated > 2:
            continue  # recursion: as Python does, show the first few
        pen.line(f'  File "{file}", line {frame.line}, in {clean(frame.function)}')
        pen.line(f"    {clean(frame.source)}")
        if frame.marks.strip():
            pen.line(f"    {clean(frame.marks)}")
    pen.line(clean(named(error)))
