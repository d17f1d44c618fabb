"""Where the learner stands, where to go on, and what helps: menu, next, read, hint, solution."""

import sys

from kitchen import catalog, shipped, workspace
from kitchen.catalog import Listed
from kitchen.commands import noting
from kitchen.commands.noting import note
from kitchen.commands.output import Unread
from kitchen.errors import Unusable
from kitchen.exits import PASSED
from kitchen.progress import Progress, Record, digest

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping

    from kitchen.commands.stoves import Stoves
    from kitchen.report.pen import Pen

_ABOUT = (
    "A lab for Python's concurrency, told as a restaurant kitchen. Each case is a short broken "
    "file: run it and see the numbers, read its chapter, mend it in your editor, check it. No case "
    "needs another one to be done before."
)

_NARROW = 76
"""Columns that a line of the menu takes."""

_STATES = {"untouched": "", "tried": "tried", "later": "for later"}


def menu(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """The cases by parts, how each of them stands, and where to go on."""
    from kitchen import arguments
    from kitchen.report.pen import Pen

    pen, progress = Pen(sys.stdout), noting.progress()
    first = progress.last() is None
    part = 0
    longest = max(len(case.title) for case in catalog.listed())
    for case in catalog.listed():
        if case.part != part:
            part = case.part
            pen.line(pen.dim(f"{part}. {catalog.PARTS[part]}"))
        _print_case(case, progress.of(case), longest, pen)
    pen.line()
    if first:  # last of all, where it stays in view however long the list is
        pen.paragraph(_ABOUT, "")
        pen.line()
    if not workspace.is_there():
        pen.paragraph("There is no folder to work in yet, or it is elsewhere:", "")
        _print_calls({"init DIR": "makes one"}, pen)
        return PASSED
    here = where_to_go_on(progress)
    if here is None:
        pen.paragraph("Every case is passed. `read N` has more to try.", "")
    else:
        again = "Go on" if not first else "Begin"
        pen.line(f"{again} with {here.number}, or with any other:")
        calls = {
            f"run {here.number}": "what goes wrong, in numbers",
            f"read {here.number}": "its chapter",
            f"watch {here.number}": "check it whenever you save it",
        }
        _print_calls(calls, pen)
    pen.line(f"`{arguments.PROGRAM} --help` shows all commands.")
    return PASSED


def _print_case(case: Listed, record: Record, longest: int, pen: "Pen") -> None:
    figures = f"passed: {record.took:.2f} s, peak {record.peak}"
    state = figures if record.passed else _STATES[record.state]
    paint = pen.good if record.passed else pen.plain
    if pen.width >= _NARROW:
        pen.line(f"{case.number:>4}  {case.title:<{longest}}  {paint(state)}".rstrip())
        return
    pen.paragraph(case.title, " " * 6, first=f"{case.number:>4}  ")
    if state:
        pen.line(f"      {paint(state)}")


def _print_calls(calls: "Mapping[str, str]", pen: "Pen") -> None:
    """What could be said next, and what it does."""
    longest = max(map(len, calls))
    for call, does in calls.items():
        pen.paragraph(f"python -m kitchen {call:<{longest}}  {does}", " " * 6, first="  ")


def where_to_go_on(progress: Progress, after: Listed | None = None) -> Listed | None:
    """The case worked at last, if it isn't passed; else the next that isn't; else one that was left
    for later. None if all are passed. `after`: from the one after this, and never this one."""
    cases = catalog.listed()
    last = after or progress.last()
    start = cases.index(last) if last is not None else 0
    in_order = cases[start:] + cases[:start]
    if after is not None:
        in_order = in_order[1:]
    for states in (("tried", "untouched"), ("later",)):
        for case in in_order:
            if progress.of(case).state in states:
                return case
    return None


def show(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """`list`: every case in a line."""
    from kitchen.report.pen import Pen

    pen = Pen(sys.stdout)
    for case in catalog.listed():
        pen.paragraph(case.title, " " * 27, first=f"  {case.number:>2}  {case.name:<20} ")
    return PASSED


def next_case(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """`next`: where to go on."""
    from kitchen.report.pen import Pen

    workspace.must_be_there()
    progress = noting.progress()
    here = where_to_go_on(progress)
    if chosen.skip and here is not None:
        note(progress, here, lambda record: record._replace(later=True))
        print(f"Case {here.number} is left for later.")
        other = where_to_go_on(progress, after=here)
        if other is None:
            print("No other case is open: it is the last one.")
        here = other or here
    if here is None:
        print("Every case is passed.")
        return PASSED
    pen = Pen(sys.stdout)
    pen.paragraph(here.introduction, "")
    pen.line(f"  edit {workspace.shown(workspace.case_file(here))}")
    calls = {
        f"run {here.number}": "what goes wrong, in numbers",
        f"read {here.number}": "its chapter",
        f"check {here.number}": "grade your fix",
        f"hint {here.number}": "a little help",
    }
    _print_calls(calls, pen)
    return PASSED


def read(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """`read N`: the chapter; laid out and paged where somebody looks, else as it is written."""
    case = catalog.find(chosen.case)
    text = shipped.chapter(case)
    with Unread():
        if sys.stdout.isatty() and not chosen.plain:
            from kitchen.report import paging

            paging.show(text)
        else:
            print(text, end="")
    return PASSED


def hint(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """`hint N`: the next tier of the hint that fits what the last check found."""
    from kitchen.report.pen import Pen

    case = catalog.find(chosen.case)
    source = workspace.read(workspace.case_file(case))
    again = f"`hint {case.number}` again"
    next_hint(case, source, tier=chosen.tier, again=again)(Pen(sys.stdout))
    return PASSED


def next_hint(
    case: Listed,
    source: bytes,
    *,
    tier: int | None = None,
    again: str,
    say: "Callable[[str], None]" = noting.warn,
) -> "Callable[[Pen], None]":
    """What writes a hint of this tier, or of the next. `source` is what is in the learner's file
    now; `again` is how the next one is asked for."""
    progress = noting.progress(say)
    record = progress.of(case)
    same = record.source == digest(source)
    if record.passing and same:
        return lambda pen: pen.paragraph(
            f"Case {case.number} passes as it stands. `solution {case.number}` shows another way; "
            "the end of its chapter has more to try.",
            "",
        )
    loaded = case.load()
    place = loaded.hint_for(record.diagnoses or (loaded.intended,))
    tiers = loaded.hints[place].tiers
    shown = tier or min(record.tiers.get(str(place), 0) + 1, len(tiers))

    def told(record: Record) -> Record:
        most = max(record.tiers.get(str(place), 0), shown)
        return record._replace(tiers={**record.tiers, str(place): most})

    note(progress, case, told, say)

    def write(pen: "Pen") -> None:
        if record.checks and not same:
            pen.paragraph(
                f"(This is about what was checked last, and your file isn't that any more: "
                f"`check {case.number}` looks again.)",
                "",
            )
        pen.line(f"hint {shown} of {len(tiers)}")
        pen.paragraph(tiers[shown - 1], "  ")
        more = f"{again} says more."
        if shown == len(tiers):
            more = f"That is all of it; `solution {case.number}` shows the whole."
        for line in pen.wrapped(more):
            pen.line(pen.dim(line))

    return write


def solution(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """`solution N`: the reference fix, as it is or against the learner's file."""
    case = catalog.find(chosen.case)
    if not noting.progress().of(case).passed and not chosen.yes:
        _ask(case)
    text = shipped.solution(case)
    with Unread():
        if chosen.diff:
            text = _difference(case, text)
            if not text:
                print("Your file is the solution, letter by letter.")
        print(text, end="")
    return PASSED


def _ask(case: Listed) -> None:
    """Does whoever hasn't passed want to see it? Raises Unusable where nobody can answer."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Unusable(
            f"you haven't passed case {case.number} yet. `hint {case.number}` helps in three "
            f"steps; `solution {case.number} --yes` shows the solution all the same."
        )
    from kitchen.report.pen import Pen

    Pen(sys.stdout).paragraph(
        f"You haven't passed case {case.number} yet, and `hint {case.number}` helps in three "
        "steps.",
        "",
    )
    try:
        answer = input("Show the solution all the same? [y/N] ")
    except EOFError:
        print()
        answer = ""
    if answer.strip().lower() not in ("y", "yes"):
        raise Unusable("nothing is shown, then.")


def _difference(case: Listed, solution: str) -> str:
    from difflib import unified_diff

    path = workspace.case_file(case)
    own = workspace.read(path).decode("utf-8", "backslashreplace")
    lines = unified_diff(
        own.splitlines(),
        solution.splitlines(),
        workspace.shown(path),
        f"solutions/{case.stem}.py",
        lineterm="",
    )
    return "".join(f"{line}\n" for line in lines)
