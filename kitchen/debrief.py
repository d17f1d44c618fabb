"""What to say after a pass: what was done, what it changed, how the solution does it, what next."""

import ast
import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from kitchen.case import Case
from kitchen.world.ledger import Ledger

_TRIED = re.compile(r"^(?:- )?\*\*([^*]+?)\.?\*\*", re.MULTILINE)

MOST_TO_TRY = 3

_TOOLBOXES = frozenset(
    {
        "asyncio", "collections", "concurrent", "contextlib", "fcntl", "heapq", "itertools",
        "multiprocessing", "os", "queue", "threading", "time", "uuid",
    }
)  # fmt: skip
"""Modules whose names say how a thing was done."""


def lines(
    case: Case,
    *,
    shipped: str,
    own: str,
    solution: str,
    chapter: str,
    before: Ledger | None,
    after: Ledger | None,
) -> Iterator[str]:
    """A sentence or two each. The texts are sources; the ledgers those of the first, even service
    of the file as shipped and of the learner's."""
    yield _changed(shipped, own)
    if before is not None and after is not None:
        yield _figures(case, before, after)
    yield _solution(shipped, own, solution)
    tries = to_try(chapter)
    if tries:
        yield f"To try, in the chapter: {'; '.join(tries[:MOST_TO_TRY])}."


def _changed(shipped: str, own: str) -> str:
    """How much of the file is the learner's."""
    old, new = shipped.splitlines(), own.splitlines()
    added = gone = 0
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            gone, added = gone + j - i, added + m - k
    return f"You wrote {_lines(added)}, and took {_lines(gone)} out."


def _lines(count: int) -> str:
    return "a line" if count == 1 else f"{count} lines" if count else "no line"


def _figures(case: Case, before: Ledger, after: Ledger) -> str:
    """The figures of `run`, then and now; those that are as they were aren't told."""
    told = []
    for figure in case.figures:
        old, new = figure.value(before), figure.value(after)
        if old != new:
            told.append(f"{figure.label} {old} -> {new}")
    told.append(f"took {before.took:.2f} -> {after.took:.2f} s")
    told.append(f"at once {before.peak} -> {after.peak}")
    return f"Before and now: {', '.join(told)}."


def _solution(shipped: str, own: str, solution: str) -> str:
    """How the solution differs from what the learner did, by the tools of each."""
    if own == solution:
        return "Your file is the solution, letter by letter."
    given = tools(shipped)
    mine, its = tools(own) - given, tools(solution) - given
    if mine == its:
        tail = "with the same tools as yours" if its else "with the language alone, as you did"
        return f"The solution does it {tail}; compare the two."
    if not mine - its:
        return f"The solution uses {_few(its - mine)}."
    if not its - mine:
        return f"You use {_few(mine - its)}, which the solution does without."
    return f"The solution uses {_few(its - mine)}; you use {_few(mine - its)}."


def _few(names: set[str]) -> str:
    first = sorted(names)
    return ", ".join(first) if len(first) < 5 else f"{', '.join(first[:4])} and more"


def tools(source: str) -> set[str]:
    """The names that a source takes from the toolboxes, like 'asyncio.Semaphore'."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    found = set()
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                if top in _TOOLBOXES:
                    names[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in _TOOLBOXES:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in inner:
            name = _dotted(node, names)
            found |= {name} if name else set()
    return {name for name in found if not name.startswith(("collections.abc", "asyncio.run"))}


def _dotted(node: ast.expr, names: Mapping[str, str]) -> str:
    """'concurrent.futures.wait' of its node; '' if it doesn't begin with one of the names."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if not isinstance(node, ast.Attribute):
        return ""
    before = _dotted(node.value, names)
    return f"{before}.{node.attr}" if before else ""


def to_try(chapter: str) -> list[str]:
    """The headings of the chapter's section 'More to try'."""
    _, _, section = chapter.partition("\n## More to try\n")
    return _TRIED.findall(section.partition("\n## ")[0])
