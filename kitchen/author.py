"""For those who write cases: says whether a case is sound.

A case is sound when its file as shipped fails in the intended way, its solution passes, every
known right attempt passes, and every known wrong attempt fails by its own diagnosis. The known
attempts are files in `tests/attempts/<stem>/`; a wrong one names its mistake in the first line.
"""

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from kitchen import originals
from kitchen.case import Case
from kitchen.catalog import Listed
from kitchen.crew import Crew
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Verdict
from kitchen.workspace import root

_CONSOLE = re.compile(r"```console\n\$ python -m kitchen (.*?)```", re.DOTALL)
_HOUSE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(r"^(?:import|from) (\w+)", re.MULTILINE)
_FIRST_LINE = re.compile(r"# (mistake|remark): ([\w-]+)")


class Expected(NamedTuple):
    """An attempt, and what the judge must say of it."""

    path: Path
    passes: bool
    name: str = ""
    """The diagnosis of its first failing check ('plain': the numbers and no more), or the remark
    that it gets; '' for none."""


class Outcome(NamedTuple):
    """One line of the author's check."""

    what: str
    ok: bool
    why: str = ""


class Task(NamedTuple):
    """What one hand of the crew is given: a case, and one of its attempts."""

    listed: Listed
    expected: Expected


class Examined(NamedTuple):
    """What a hand says of an attempt."""

    outcome: Outcome
    seen: frozenset[str] = frozenset()
    """The mistakes and remarks that the judge named."""


def check(wanted: Iterable[Listed], jobs: int) -> bool:
    """Check these cases and print a line for each attempt; whether all is well.

    `jobs` attempts are judged at once. What is printed is the same for any number.
    """
    passed = failed = 0
    with Crew(jobs) as crew:
        for listed in wanted:
            print(f"case {listed.number} ({listed.stem})", flush=True)
            for outcome in examine(listed, crew):
                passed += outcome.ok
                failed += not outcome.ok
                print(f"  {'ok  ' if outcome.ok else 'FAIL'}  {outcome.what}", flush=True)
                if outcome.why:
                    print(f"        {outcome.why}")
    if originals.stale(root()):
        failed += 1
        print("  FAIL  originals.zip")
        print("        lab/cases or solution 16 has changed since: `python -m kitchen author pack`")
    print(f"{passed} passed, {failed} failed")
    return not failed


def examine(listed: Listed, crew: Crew) -> Iterator[Outcome]:
    """Everything that must hold for one case, thing by thing."""
    case = listed.load()
    seen: set[str] = set()
    tasks = [Task(listed, expected) for expected in expectations(listed, case)]
    for examined in crew.each(examine_attempt, tasks):
        seen |= examined.seen
        yield examined.outcome
    for mistake in case.mistakes:
        if mistake.name not in seen:
            yield Outcome(f"mistake {mistake.name}", False, "no attempt shows it")
    for remark in case.remarks:
        if remark.name not in seen:
            yield Outcome(f"remark {remark.name}", False, "no attempt shows it")
    yield from _texts(listed, case)


def examine_attempt(engine: Engine, task: Task) -> Examined:
    """Whether the judge says of one attempt what it must."""
    listed, expected = task
    try:
        source = expected.path.read_bytes()
    except OSError as error:
        return Examined(Outcome(str(expected.path), False, f"can't be read: {error.strerror}"))
    shown = str(expected.path.relative_to(root()))
    absent = _absent(source.decode("utf-8", "replace"))
    if absent:
        return Examined(Outcome(f"{shown} (skipped: it needs {absent})", True))
    attempt = AttemptSource(shown, listed.stem, source)
    verdict = grade(listed, listed.load(), attempt, engine, smaller=False)
    why = _objection(expected, verdict)
    named = {r.diagnosis.name for r in verdict.results if r.diagnosis is not None}
    remarked = {remark.name for remark in verdict.remarks}
    return Examined(Outcome(shown, not why, why), frozenset(named | remarked))


def expectations(listed: Listed, case: Case) -> Iterator[Expected]:
    """The shipped file, the solution, and the known attempts."""
    base = root()
    yield Expected(base / "lab" / "cases" / f"{listed.stem}.py", False, case.intended)
    yield Expected(base / "solutions" / f"{listed.stem}.py", True)
    folder = base / "tests" / "attempts" / listed.stem
    for path in sorted(folder.glob("*.py")):
        yield Expected(path, path.name.startswith("right_"), _named(path))


def _absent(source: str) -> str:
    """A third-party package that the attempt imports and that is not installed here, or nothing."""
    for name in _IMPORT.findall(source):
        known = name in sys.stdlib_module_names or name == "kitchen"
        if not known and importlib.util.find_spec(name) is None:
            return str(name)
    return ""


def _named(path: Path) -> str:
    """What an attempt's first line says of it."""
    with path.open(encoding="utf-8", errors="replace") as file:
        match = _FIRST_LINE.match(file.readline())
    return match[2] if match else ""


def _objection(expected: Expected, verdict: Verdict) -> str:
    """What is wrong with the verdict; '' when it is as it must be."""
    if verdict.fault is not None:
        return f"can't be run: {verdict.fault.text}"
    failing = [result for result in verdict.results if not result.passed]
    if expected.passes:
        if failing:
            first = failing[0]
            told = first.diagnosis.text if first.diagnosis else ""
            return f"should pass; fails `{first.title}` ({first.figure}): {told}"
        remarks = {remark.name for remark in verdict.remarks}
        wanted = {expected.name} - {""}
        if remarks != wanted:
            return f"remarks {sorted(remarks)} instead of {sorted(wanted)}"
        return ""
    if not failing:
        return "should fail; passes"
    told_first = failing[0].diagnosis
    name = told_first.name if told_first is not None else ""
    if not expected.name:
        return "its first line names no mistake"
    if name != expected.name and not (expected.name == "plain" and not name):
        return f"fails as `{name}` instead of `{expected.name}`, by `{failing[0].title}`"
    return ""


def _texts(listed: Listed, case: Case) -> Iterator[Outcome]:
    """The words that belong to a case: chapter and hints."""
    chapter = root() / "lab" / "chapters" / f"{listed.stem}.md"
    if chapter.is_file():
        yield from _printed(listed, chapter)
    else:
        yield Outcome("chapter", False, f"there is no {chapter}")
    tiers = all(all(tier.strip() for tier in hint.tiers) for hint in case.hints)
    known = {mistake.name for mistake in case.mistakes}
    stray = {name for hint in case.hints for name in hint.mistakes} - known
    why = "" if tiers and not stray else f"empty tiers, or unknown mistakes {sorted(stray)}"
    yield Outcome("hints", not why, why)


def _printed(listed: Listed, chapter: Path) -> Iterator[Outcome]:
    """What the chapter says that a command of ours prints is what it prints.

    Said of the file as shipped, or of the solution; which of the two is the chapter's to tell.
    """
    solution = str(root() / "solutions" / f"{listed.stem}.py")
    for block in _CONSOLE.findall(chapter.read_text(encoding="utf-8")):
        command, _, shown = block.partition("\n")
        arguments = shlex.split(command)
        if "--file" in arguments:
            continue  # somebody's own file, which isn't here
        printed = [_print_of([*arguments, *more]) for more in ([], ["--file", solution])]
        why = "" if shown.strip("\n") in printed else f"the real output is:\n{printed[0]}"
        yield Outcome(f"chapter: `python -m kitchen {command}`", not why, why)


def _print_of(arguments: list[str]) -> str:
    """What `python -m kitchen` prints, in the workspace's root and 100 columns."""
    done = subprocess.run(
        [sys.executable, "-m", "kitchen", *arguments],
        cwd=root(),
        env={**os.environ, "COLUMNS": "100", "PYTHONPATH": str(_HOUSE)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip("\n")
