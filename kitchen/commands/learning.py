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

    from kitchen.commands.stoves import Stoves
    from kitchen.report.pen import Pen

_FIRST = """\
Each case is a short broken file, a kitchen in which something goes wrong. Run it
and see the numbers; read the chapter; mend the file in your editor; check it.
Start anywhere: no case needs another one to be done before.
"""

_STATES = {"untouched": "", "tried": "tried", "later": "for later"}


def menu(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """The cases by parts, how each of them stands, and where to go on."""
    from kitchen import arguments
    from kitchen.report.pen import Pen

    pen, progress = Pen(sys.stdout), noting.progress()
    first = progress.last() is None
    pen.line("kitchen: a lab for Python's concurrency, told as a restaurant kitchen.")
    if first:
        pen.line(_FIRST.rstrip())
    part = 0
    for case in catalog.listed():
        if case.part != part:
            part = case.part
            pen.line()
            pen.line(pen.dim(f"{part}. {catalog.PARTS[part]}"))
        _print_case(case, progress.of(case), pen)
    pen.line()
    here = where_to_go_on(progress)
    if here is None:
        pen.line("Every case is passed. `read N` and `sweep N` have more to try.")
    else:
        again = "Go on" if not first else "Begin"
        pen.line(f"{again} with {here.number}, or with any other:")
        pen.line(f"  python -m kitchen run {here.number:<6} what goes wrong, in numbers")
        pen.line(f"  python -m kitchen read {here.number:<5} its chapter")
        pen.line(f"  python -m kitchen watch {here.number:<4} check it whenever you save it")
    pen.line(f"`{arguments.PROGRAM} --help` shows all commands.")
    return PASSED


def _print_case(case: Listed, record: Record, pen: "Pen") -> None:
    figures = f"passed: {record.took:.2f} s, peak {record.peak}"
    state = figures if record.passed else _STATES[record.state]
    paint = pen.good if record.passed else pen.plain
    pen.line(f"{case.number:>4}  {case.title:<42}  {paint(state)}".rstrip())


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
    for case in catalog.listed():
        print(f"  {case.number:>2}  {case.name:<20} {case.title}")
    return PASSED


def next_case(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """`next`: where to go on."""
    progress = noting.progress()
    here = where_to_go_on(progress)
    if chosen.skip and here is not None:
        note(progress, here, later=True)
        print(f"Case {here.number} is left for later.")
        before, here = here, where_to_go_on(progress)
        if here == before:
            print("No other case is open: it is the last one.")
    if here is None:
        print("Every case is passed.")
        return PASSED
    file = workspace.shown(workspace.case_file(here))
    print(f"case {here.number}, {here.name}: {here.title}")
    print(f"  edit   {file}")
    for command, does in (
        ("run", "what goes wrong, in numbers"),
        ("read", "its chapter"),
        ("check", "grade your fix"),
        ("hint", "a little help"),
    ):
        print(f"  python -m kitchen {command + ' ' + str(here.number):<9} {does}")
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
    next_hint(case, source, Pen(sys.stdout), tier=chosen.tier, again=again)
    return PASSED


def next_hint(
    case: Listed, source: bytes, pen: "Pen", *, tier: int | None = None, again: str
) -> None:
    """Tell a hint of this tier, or of the next. `source` is what is in the learner's file now;
    `again` is how the next one is asked for."""
    progress = noting.progress()
    record = progress.of(case)
    same = record.source == digest(source)
    if record.passing and same:
        pen.line(f"Case {case.number} passes as it stands. `solution {case.number}` shows another")
        pen.line("way; the end of its chapter has more to try.")
        return
    loaded = case.load()
    place = loaded.hint_for(record.diagnoses or (loaded.intended,))
    tiers = loaded.hints[place].tiers
    told = record.tiers.get(str(place), 0)
    tier = tier or min(told + 1, len(tiers))
    if record.checks and not same:
        pen.paragraph(
            f"(Your file has changed since the last check, which is what this is about: "
            f"`check {case.number}` looks again.)",
            "",
        )
    pen.line(f"hint {tier} of {len(tiers)}")
    pen.paragraph(tiers[tier - 1], "  ")
    if tier < len(tiers):
        pen.line(pen.dim(f"{again} says more."))
    else:
        pen.line(pen.dim(f"That is all of it; `solution {case.number}` shows the whole."))
    note(progress, case, tiers={**record.tiers, str(place): max(told, tier)})


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
    print(f"You haven't passed case {case.number} yet, and `hint {case.number}` helps in three")
    try:
        answer = input("steps. Show the solution all the same? [y/N] ")
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
