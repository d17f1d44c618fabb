"""What a command notes of the learner's progress."""

import sys
from typing import Any

from kitchen import workspace
from kitchen.catalog import Listed
from kitchen.progress import Progress, digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kitchen.case import Case
    from kitchen.judge.verdict import Verdict


def progress() -> Progress:
    """That of this workspace. A damaged file is put aside with a word."""
    found = Progress(workspace.root())
    if found.damaged is not None:
        print(
            f"kitchen: .kitchen/progress.json was damaged, and is now "
            f"{workspace.shown(found.damaged)}; progress begins anew.",
            file=sys.stderr,
        )
    return found


def note(known: Progress, case: Listed, **changes: Any) -> None:
    """Note something of a case; where that can't be written, say so and go on."""
    try:
        known.change(case, **changes)
    except OSError as error:
        print(
            f"kitchen: your progress isn't kept: {error.filename or '.kitchen'}: {error.strerror}.",
            file=sys.stderr,
        )


def note_verdict(listed: Listed, case: "Case", source: bytes, verdict: "Verdict") -> None:
    """A verdict on the learner's own file. Fewer services than the case has don't make a pass."""
    if verdict.fault is not None:
        return
    known = progress()
    record = known.of(listed)
    passed = verdict.passed and verdict.services >= case.services
    changes: dict[str, Any] = {
        "checks": record.checks + 1,
        "source": digest(source),
        "passing": passed,
        "diagnoses": tuple(r.diagnosis.name for r in verdict.results if r.diagnosis is not None),
        "later": record.later and not passed,
    }
    if passed and verdict.even is not None:
        took, peak = verdict.even.ledger.took, verdict.even.ledger.peak
        if not record.passed or took < record.took:
            changes |= {"passed": True, "took": round(took, 6), "peak": peak}
    note(known, listed, **changes)
