"""For those who write cases: says whether a case is sound.

A case is sound when its file as shipped fails in the intended way, its solution passes, every
known right attempt passes, and every known wrong attempt fails by its own diagnosis. The known
attempts are files in `tests/attempts/<stem>/`; a wrong one names its mistake in the first line.
"""

import importlib.util
import os
import re
import shlex
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from kitchen import originals
from kitchen.case import Case
from kitchen.catalog import Listed
from kitchen.crew import Crew
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Verdict
from kitchen.report.patience import Bar
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


class Known(NamedTuple):
    """A task for one hand of the crew: a case, and one of its attempts."""

    listed: Listed
    expected: Expected
    thorough: bool = True
    """Whether the attempt is put to every service in any case."""


class Printed(NamedTuple):
    """Another: what a chapter says that a command of ours prints."""

    listed: Listed
    command: str
    shown: str


class Examined(NamedTuple):
    """What a hand says of its task."""

    outcome: Outcome
    seen: frozenset[str] = frozenset()
    """The mistakes and remarks that the judge named."""


MANY = 10
"""Services of one kind from which on an attempt is put to a share of them, unless the check is to
be thorough: they differ in their chance, or in the moment at which something happens."""

SHARES = 6
"""It is put to one in so many of these: which, its name decides. So each of them still meets
attempts of many sorts, and the solution. Where a share doesn't show what is expected, all have to.
"""


def check(wanted: Iterable[Listed], jobs: int, *, thorough: bool = False) -> bool:
    """Check these cases and print a line for each attempt; whether all is well.

    `jobs` attempts are judged at once. What is printed is the same for any number.
    """
    passed = failed = 0
    cases = [(listed, listed.load()) for listed in wanted]
    tasks: list[Known | Printed] = []
    for listed, case in cases:
        tasks += known(listed, case, thorough)
        tasks += printed(listed, _chapter(listed))
    with Crew(jobs) as crew, Bar(len(tasks), sys.stderr) as bar:
        answers = _counted(crew.each(examine, tasks), bar)
        for listed, case in cases:
            _print(f"case {listed.number} ({listed.stem})", bar)
            for outcome in outcomes(listed, case, answers):
                passed += outcome.ok
                failed += not outcome.ok
                _print(f"  {'ok  ' if outcome.ok else 'FAIL'}  {outcome.what}", bar)
                if outcome.why:
                    _print(f"        {outcome.why}", bar)
    if originals.stale(root()):
        failed += 1
        print("  FAIL  originals.zip")
        print("        lab/cases or solution 16 has changed since: `python -m kitchen author pack`")
    print(f"{passed} passed, {failed} failed")
    return not failed


def _counted(answers: Iterator[Examined], bar: Bar) -> Iterator[Examined]:
    """The answers, while the bar tells how many there were."""
    for done, answer in enumerate(answers, 1):
        bar.at(done)
        yield answer


def _print(line: str, bar: Bar) -> None:
    bar.lift()
    print(line, flush=True)


def outcomes(listed: Listed, case: Case, answers: Iterator[Examined]) -> Iterator[Outcome]:
    """Everything that must hold for one case, thing by thing. `answers`: of its tasks, in order."""
    seen: set[str] = set()
    for _, examined in zip(known(listed, case), answers, strict=False):
        seen |= examined.seen
        yield examined.outcome
    for mistake in case.mistakes:
        if mistake.name not in seen:
            yield Outcome(f"mistake {mistake.name}", False, "no attempt shows it")
    for remark in case.remarks:
        if remark.name not in seen:
            yield Outcome(f"remark {remark.name}", False, "no attempt shows it")
    chapter = _chapter(listed)
    if not chapter.is_file():
        yield Outcome("chapter", False, f"there is no {chapter}")
    for _, examined in zip(printed(listed, chapter), answers, strict=False):
        yield examined.outcome
    yield _hints(case)


def examine(engine: Engine, task: Known | Printed) -> Examined:
    """What a hand does: whether things are as they must be."""
    if isinstance(task, Known):
        return _examine_attempt(engine, task)
    return Examined(_examine_print(task))


def _examine_attempt(engine: Engine, task: Known) -> Examined:
    """Whether the judge says of one attempt what it must: of a wrong one, by its first failing
    check. What could not change that is not served."""
    listed, expected, thorough = task
    try:
        source = expected.path.read_bytes()
    except OSError as error:
        return Examined(Outcome(str(expected.path), False, f"can't be read: {error.strerror}"))
    shown = str(expected.path.relative_to(root()))
    absent = _absent(source.decode("utf-8", "replace"))
    if absent:
        return Examined(Outcome(f"{shown} (skipped: it needs {absent})", True))
    attempt = AttemptSource(shown, listed.stem, source)
    case = listed.load()
    without = frozenset[int]() if thorough else left_out(case, expected.path)
    verdict = grade(listed, case, attempt, engine, whole=False, leave_out=without)
    why = _objection(expected, verdict)
    if why and without:  # what is looked for may show in a service that was left out
        verdict = grade(listed, case, attempt, engine, whole=False)
        why = _objection(expected, verdict)
    named = {r.diagnosis.name for r in verdict.results if r.diagnosis is not None}
    remarked = {remark.name for remark in verdict.remarks}
    return Examined(Outcome(shown, not why, why), frozenset(named | remarked))


def left_out(case: Case, path: Path) -> frozenset[int]:
    """The services to which a known attempt is not put. The solution is put to all."""
    if path.parent.name == "solutions":
        return frozenset()
    kinds = [case.service(number).kind for number in range(1, case.services + 1)]
    many = {kind for kind, times in Counter(kinds).items() if times >= MANY}
    own = crc32(path.stem.encode()) % SHARES
    return frozenset(
        number
        for number, kind in enumerate(kinds, 1)
        if kind in many and number > 1 and number % SHARES != own
    )


def known(listed: Listed, case: Case, thorough: bool = True) -> Iterator[Known]:
    """The shipped file, the solution, and the known attempts."""
    return (Known(listed, expected, thorough) for expected in _expectations(listed, case))


def _expectations(listed: Listed, case: Case) -> Iterator[Expected]:
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


def _chapter(listed: Listed) -> Path:
    return root() / "lab" / "chapters" / f"{listed.stem}.md"


def printed(listed: Listed, chapter: Path) -> Iterator[Printed]:
    """What the chapter says that commands print. Somebody's own file isn't here to be run."""
    text = chapter.read_text(encoding="utf-8") if chapter.is_file() else ""
    for block in _CONSOLE.findall(text):
        command, _, shown = block.partition("\n")
        if "--file" not in shlex.split(command):
            yield Printed(listed, command, shown.strip("\n"))


def _examine_print(task: Printed) -> Outcome:
    """Whether a command prints that, of the file as shipped or of the solution; which of the two
    is the chapter's to tell."""
    arguments = shlex.split(task.command)
    solution = str(root() / "solutions" / f"{task.listed.stem}.py")
    first = print_of(arguments)
    same = task.shown == first or task.shown == print_of([*arguments, "--file", solution])
    why = "" if same else f"the real output is:\n{first}"
    return Outcome(f"chapter: `python -m kitchen {task.command}`", same, why)


def _hints(case: Case) -> Outcome:
    tiers = all(all(tier.strip() for tier in hint.tiers) for hint in case.hints)
    mistakes = {mistake.name for mistake in case.mistakes}
    stray = {name for hint in case.hints for name in hint.mistakes} - mistakes
    why = "" if tiers and not stray else f"empty tiers, or unknown mistakes {sorted(stray)}"
    return Outcome("hints", not why, why)


def print_of(arguments: list[str]) -> str:
    """What `python -m kitchen` prints, in the workspace's root and 100 columns."""
    with subprocess.Popen(
        [sys.executable, "-m", "kitchen", *arguments],
        cwd=root(),
        env={**os.environ, "COLUMNS": "100", "PYTHONPATH": str(_HOUSE), "KITCHEN_PROGRESS": "off"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            out, _ = running.communicate()
        except BaseException:
            running.send_signal(signal.SIGINT)  # it has processes and a folder to put away
            raise
    return out.strip("\n")
