"""How branches met at the office, as people read it: the learner's own lines, in the order in which
the branches went through them, up to the one where it went wrong."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from kitchen.case import Clues
from kitchen.trace import ADDS, DELETES, LOOKS, WRITES, Asks, Operation, branch_of

BEFORE = 12
"""Lines that are shown before the one where it went wrong."""

CHANGES = ADDS | DELETES | WRITES - {"push"}
"""Operations on an entry that was there, or may have been."""


class Step(NamedTuple):
    """A branch went through a line, once or several times in a row."""

    branch: int
    line: int


def picture(clues: Clues) -> tuple[str, ...]:
    """What the branches did before it went wrong; nothing where that can't be said."""
    notes = [note for note in clues.trace.notes if isinstance(note, Operation | Asks)]
    place = _went_wrong(notes, _refused(clues))
    if place is None:
        return ()
    steps = list(_steps(notes[: place + 1]))
    source = clues.source.split("\n")
    lines = [_line(step, source) for step in steps[-BEFORE - 1 :]]
    # What the last one did before is where it began to go wrong.
    own = [at for at, step in enumerate(steps[:-1]) if step.branch == steps[-1].branch]
    if own and own[-1] < len(steps) - BEFORE - 1:
        lines = [_line(steps[own[-1]], source), f"{'':<16}...", *lines[1:]]
    return (*lines, f"{'':<16}here it goes wrong")


def _refused(clues: Clues) -> frozenset[str]:
    """Items that were turned away."""
    return frozenset(str(event.item) for event in clues.ledger.of("refused"))


def _went_wrong(notes: Sequence[Operation | Asks], refused: frozenset[str]) -> int | None:
    """The first call that was turned away, or the first time that something is written by who has
    read it before another wrote it."""
    read: dict[tuple[int, str], bool] = {}  # (strand, key) -> has it changed since?
    for place, note in enumerate(notes):
        if isinstance(note, Asks):
            if note.item in refused:
                return place
            continue
        if note.name in LOOKS:
            read[note.task, note.key] = False
        elif note.name in CHANGES and note.result != "False":
            if read.pop((note.task, note.key), False) and note.name not in ADDS:
                return place
            for reader, key in read:
                read[reader, key] = read[reader, key] or key == note.key
    return None


def _steps(notes: Sequence[Operation | Asks]) -> Iterator[Step]:
    """Lines that branches went through, those of one branch in a row told once."""
    for step, _ in groupby(Step(branch_of(note.task), note.line) for note in notes):
        yield step


def _line(step: Step, source: Sequence[str]) -> str:
    text = source[step.line - 1].strip() if 0 < step.line <= len(source) else ""
    return f"branch {step.branch + 1}  {step.line:>4}  {text}"
