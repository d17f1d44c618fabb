"""Notebooks are built: the chapter of a case, with what only a notebook can have.

The chapter is the one text. Its examples and commands become cells that run, where it says what
they print; an example fenced as `python alone` needs a program of its own, and stays text. What
else a walkthrough has stands in `lab/walkthroughs/<stem>.md`: pieces of Markdown, with cells fenced
as `ipython`, each under a heading `# after <section of the chapter>`.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kitchen import shipped
from kitchen.catalog import Listed
from kitchen.errors import Unusable

_FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
_AFTER = re.compile(r"^# after (.+)$\n?", re.MULTILINE)
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_COMMAND = re.compile(r"\$ python -m kitchen ([^\n]+)\n(.*)\Z", re.DOTALL)
_MAIN = re.compile(r"^asyncio\.run\((.+)\)$", re.MULTILINE)
_RUN_BUTTON = re.compile(r"\n*^if __name__ == \"__main__\":.*\Z", re.MULTILINE | re.DOTALL)

_PROCESSES = ("multiprocessing", "ProcessPool", "os.fork", "subprocess")
"""An example that has these can't run in a kernel, or shouldn't: it stays text."""

YOURS = "Fix the case"
"""The section of a chapter after which the learner is to mend the file."""

Prints = Callable[[str], str]
"""What `python -m kitchen` prints for these arguments, with the file as shipped."""


class Piece(NamedTuple):
    """A cell to be."""

    kind: str
    """'markdown' or 'code'."""
    text: str
    prints: str | None = None
    """What the chapter says that it prints."""


def pieces(listed: Listed, prints: Prints) -> Iterator[Piece]:
    """The cells of a case's walkthrough, in order. Raises Unusable where there are further cells
    that have no place in it."""
    more = _more(listed, shipped.walkthrough(listed))
    chapter = shipped.chapter(listed)
    heads = _outside(_SECTION, chapter)
    ends = [head.start() for head in heads[1:]] + [len(chapter)]
    yield Piece("markdown", chapter[: heads[0].start()].strip())
    yield Piece("code", "%load_ext kitchen.notebook")
    drawn = False
    for head, end in zip(heads, ends, strict=True):
        name = head[1].strip()
        for piece in _section(chapter[head.start() : end], prints):
            yield piece
            if piece.text == f"%kitchen run {listed.number}" and not drawn:
                drawn = True
                yield Piece("code", f"%kitchen timeline {listed.number}")
        if name == YOURS:
            yield from _yours(listed)
        yield from more.pop(name, [])
    if more:
        raise Unusable(f"{listed.stem}: the chapter has no section {', '.join(sorted(more))}.")


def _outside(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Where it matches, except within a fence: there it is a comment of somebody's program."""
    fences = [fence.span() for fence in _FENCE.finditer(text)]
    return [
        match
        for match in pattern.finditer(text)
        if not any(start <= match.start() < end for start, end in fences)
    ]


def _section(section: str, prints: Prints) -> Iterator[Piece]:
    """A section as cells: text, and what runs in it."""
    text, end = "", 0
    fences = list(_FENCE.finditer(section))
    for place, fence in enumerate(fences):
        after = fences[place + 1] if place + 1 < len(fences) else None
        if after is not None and section[fence.end() : after.start()].strip():
            after = None  # something is said between the two
        cell = _live(fence, after, prints)
        if cell is None:
            continue
        text += section[end : fence.start()]
        if text.strip():
            yield Piece("markdown", text.strip())
        yield cell
        took_output = fence[1] == "python" and after is not None
        text, end = "", (after.end() if took_output and after else fence.end())
    text += section[end:]
    if text.strip():
        yield Piece("markdown", text.strip())


def _live(fence: re.Match[str], after: re.Match[str] | None, prints: Prints) -> Piece | None:
    """The cell for a fenced block, if it is one that runs."""
    if fence[1] == "console":
        command = _COMMAND.match(fence[2])
        if command is None or "\n$ " in command[2] or prints(command[1]) != command[2].strip("\n"):
            return None
        return Piece("code", f"%kitchen {command[1]}", command[2].strip("\n"))
    if fence[1] != "python" or after is None or after[1] != "text":
        return None
    if any(word in fence[2] for word in _PROCESSES):
        return None
    return Piece("code", _MAIN.sub(r"await \1", fence[2]).strip(), after[2].strip("\n"))


def _yours(listed: Listed) -> Iterator[Piece]:
    """The cell that the learner mends: it holds the file as shipped."""
    yield Piece(
        "markdown",
        "**Your turn.** The cell below holds the case's file as it is shipped. Mend it and run "
        "the cell: `%%kitchen check` grades what stands in it, and your file in `lab/cases` stays "
        f"as it is. `%kitchen hint {listed.number}` helps a little, and a little more each time.",
    )
    yield Piece("code", to_mend(listed))


def to_mend(listed: Listed) -> str:
    """The cell that holds the case's file as shipped, without the lines of the Run button."""
    source = _RUN_BUTTON.sub("", shipped.original(listed).decode()).strip()
    return f"%%kitchen check {listed.number}\n{source}"


def _more(listed: Listed, text: str) -> dict[str, list[Piece]]:
    """The further cells of a walkthrough, by the section that they come after."""
    heads = _outside(_AFTER, text)
    ends = [head.start() for head in heads] + [len(text)]
    if text[: ends[0]].strip():
        raise Unusable(f"{listed.stem}: its walkthrough begins before any `# after` a section.")
    found: dict[str, list[Piece]] = {}
    for head, end in zip(heads, ends[1:], strict=True):
        found.setdefault(head[1].strip(), []).extend(_cells(text[head.end() : end]))
    return found


def _cells(body: str) -> Iterator[Piece]:
    end = 0
    for fence in _FENCE.finditer(body):
        if fence[1] != "ipython":
            continue
        if body[end : fence.start()].strip():
            yield Piece("markdown", body[end : fence.start()].strip())
        yield Piece("code", fence[2].strip())
        end = fence.end()
    if body[end:].strip():
        yield Piece("markdown", body[end:].strip())


def notebook(listed: Listed, cells: list[Piece]) -> Any:
    """The notebook of these cells, none of which has been run."""
    import nbformat.v4

    made: Any = nbformat.v4  # its functions have no types
    book = made.new_notebook()
    book.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for place, piece in enumerate(cells, 1):
        new = made.new_markdown_cell if piece.kind == "markdown" else made.new_code_cell
        book.cells.append(new(piece.text, id=f"{listed.stem.replace('_', '-')}-{place:02}"))
    return book


def path_of(listed: Listed, root: Path) -> Path:
    """Where the notebook of a case stands."""
    return root / "notebooks" / f"{listed.stem}.ipynb"


def source_of(listed: Listed, prints: Prints) -> Any:
    """The notebook of a case, not run."""
    return notebook(listed, list(pieces(listed, prints)))


def text_of(book: Any) -> str:
    """The notebook as it stands in its file."""
    import nbformat

    written: Any = nbformat.writes
    return f"{written(book).rstrip()}\n"
