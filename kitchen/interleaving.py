"""An order of turns as people read it: the learner's own lines, in the order in which threads went
through them, and where one was late."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kitchen.trace import Late, Step, Thread, Trace

MOST_LINES = 16
"""Lines that are shown; of a longer order the middle is left out."""

BEFORE = 2
"""Lines of the late thread that are shown before it was late."""


class Turn(NamedTuple):
    """A line that a thread went through, or at which it was late."""

    task: int
    line: int
    start: int = 0
    end: int = 0
    """The columns of what it was about to do when it was late; 0: it was not."""
    late: bool = False


def turns(trace: Trace) -> list[Turn]:
    """All that the threads went through, in order."""
    found: list[Turn] = []
    for note in trace.notes:
        if isinstance(note, Step):
            found.append(Turn(note.task, note.line))
        elif isinstance(note, Late) and note.line:
            found.append(Turn(note.task, note.line, note.start, note.end, late=True))
    return found


def told(found: Sequence[Turn]) -> list[Turn]:
    """The part of it that matters: from the first thread that was late until it went on."""
    first = next((place for place, turn in enumerate(found) if turn.late), None)
    if first is None:
        return []
    who = found[first].task
    before = [place for place in range(first) if found[place].task == who][-BEFORE:]
    later = [place for place in range(first + 1, len(found)) if found[place].task == who]
    last = later[1] if len(later) > 1 else later[0] if later else len(found) - 1
    return [found[place] for place in before] + list(found[first : last + 1])


def picture(trace: Trace, source: str) -> tuple[str, ...]:
    """The lines of a failing order, thread by thread. Nothing, if no thread was late."""
    shown = told(turns(trace))
    names = {note.task: note.name for note in trace.notes if isinstance(note, Thread)}
    lines = list(_lines(shown, names, source.split("\n")))
    if len(lines) > MOST_LINES:
        left = len(lines) - MOST_LINES + 1
        middle = f"      ... {left} lines of other threads ..."
        lines = [*lines[: MOST_LINES // 2], middle, *lines[len(lines) - MOST_LINES // 2 + 1 :]]
    return tuple(lines)


def _lines(shown: Sequence[Turn], names: dict[int, str], source: Sequence[str]) -> Iterator[str]:
    width = max((len(_name(turn.task, names)) for turn in shown), default=0)
    at: dict[int, int] = {}  # thread -> the line that it was last at
    for turn in shown:
        text = source[turn.line - 1] if 0 < turn.line <= len(source) else ""
        margin = f"{_name(turn.task, names):<{width}}  {turn.line:>4}  "
        if not turn.late:
            back = at.get(turn.task, 0) in _block(source, turn.line)
            at[turn.task] = turn.line
            yield f"{margin}{text.strip()}{'   (leaves it)' if back else ''}"
            continue
        yield f"{'':<{width}}        {_marks(text, turn)}"


def _block(source: Sequence[str], line: int) -> range:
    """The lines of the `with` that begins in this one; none, if none does."""
    text = source[line - 1] if 0 < line <= len(source) else ""
    if not text.lstrip().startswith("with "):
        return range(0)
    margin = len(text) - len(text.lstrip())
    end = line
    while end < len(source) and (
        not source[end].strip() or len(source[end]) - len(source[end].lstrip()) > margin
    ):
        end += 1
    return range(line + 1, end + 1)


def _marks(text: str, turn: Turn) -> str:
    """Where the thread stopped, under the line that it was in."""
    encoded = text.encode("utf-8", "replace")
    indent = len(text) - len(text.lstrip())
    before = len(encoded[: turn.start].decode("utf-8", "replace")) - indent
    width = len(encoded[turn.start : turn.end].decode("utf-8", "replace"))
    if turn.end <= turn.start or before < 0:
        return "late here: the others go on first"
    return f"{' ' * before}{'^' * width} late before this: the others go on first"


def _name(task: int, names: dict[int, str]) -> str:
    return names.get(task, "the caller")
