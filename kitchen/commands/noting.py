"""What a command notes of the learner's progress."""

import sys
from collections.abc import Callable

from kitchen import workspace
from kitchen.catalog import Listed
from kitchen.progress import Progress, Record, digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kitchen.case import Case
    from kitchen.judge.verdict import Verdict


def warn(text: str) -> None:
    """Say something beside what the command prints."""
    print(f"kitchen: {text}", file=sys.stderr)


def progress(say: Callable[[str], None] = warn) -> Progress:
    """That of this workspace. A damaged file is put aside with a word."""
    found = Progress(workspace.root())
    if found.trouble:
        say(f".kitchen/progress.json {found.trouble}.")
    return found


def note(
    known: Progress,
    case: Listed,
    update: Callable[[Record], Record] = lambda record: record,
    say: Callable[[str], None] = warn,
) -> None:
    """Note something of a case, at least that it is worked at; where that can't be written, say so
    and go on."""
    try:
        known.change(case, update)
    except OSError as error:
        say(f"your progress isn't kept: {error.filename or '.kitchen'}: {error.strerror}.")


def note_verdict(
    listed: Listed,
    case: "Case",
    source: bytes,
    verdict: "Verdict",
    say: Callable[[str], None] = warn,
) -> None:
    """A verdict on the learner's own file. Fewer services than the case has don't make a pass."""
    if verdict.fault is not None:
        return
    passed = verdict.passed and verdict.services >= case.services
    named = tuple(r.diagnosis.name for r in verdict.results if r.diagnosis is not None)

    def update(record: Record) -> Record:
        record = record._replace(
            checks=record.checks + 1, source=digest(source), passing=passed, diagnoses=named
        )
        if not passed or verdict.even is None:
            return record
        took, peak = round(verdict.even.ledger.took, 6), verdict.even.ledger.peak
        if record.passed and record.took <= took:
            return record
        return record._replace(passed=True, took=took, peak=peak)

    note(progress(say), listed, update, say)
