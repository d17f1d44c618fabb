"""For those who write cases: says what the grader lets through.

A right attempt is taken apart, one change at a time, and every mutant is graded. One that passes
is a hole in the grader, or a program that keeps the promise as well as the first. Those judged to
be that are kept with the reason in `tests/mutants/<stem>.txt`, and must go on passing.
"""

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import ndiff
from pathlib import Path
from typing import Literal, NamedTuple

from kitchen.catalog import Listed
from kitchen.errors import Unusable
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Verdict
from kitchen.mutants import Mutant, mutants
from kitchen.workspace import read, real, root

FEW = 9
"""Services put to a mutant first. They show one thing each, and nearly every mutant falls there."""


class Known(NamedTuple):
    """A mutant that was looked at, and keeps the promise."""

    key: str
    says: str
    reason: str


class Fate(NamedTuple):
    """What became of a mutant."""

    kind: Literal["killed", "equal", "survives", "broken", "refuted"]
    """`broken`: the judge itself failed at it. `refuted`: known to be equal, and does not pass."""
    why: str = ""

    @property
    def well(self) -> bool:
        return self.kind in ("killed", "equal")


# --- the command --------------------------------------------------------------------------------


Judge = Callable[[Mutant], Verdict]


def mutate(listed: Listed, engine: Engine, also: Sequence[Path] = ()) -> bool:
    """Take the solution and these other right attempts apart, and print what passes all the same.

    Returns whether every mutant that passes is known to be equal, and every such one passes.
    """
    case = listed.load()
    base = root()
    paths = [base / "solutions" / f"{listed.stem}.py", *map(real, also)]
    sources = {_shown(path, base): read(path).decode() for path in paths}
    known = read_known(base / "tests" / "mutants" / f"{listed.stem}.txt")

    def judge(mutant: Mutant) -> Verdict:
        attempt = AttemptSource("mutant.py", listed.stem, mutant.source.encode())
        first = min(FEW, case.services)
        verdict = grade(listed, case, attempt, engine, services=first, whole=False)
        return grade(listed, case, attempt, engine, whole=False) if verdict.passed else verdict

    print(f"case {listed.number} ({listed.stem})")
    return report(sources, known, judge)


def report(sources: Mapping[str, str], known: Mapping[str, Sequence[Known]], judge: Judge) -> bool:
    """Print a line for each mutant that should not be, then the counts; whether all is well.

    `sources` and `known` are by the shown path of the attempt. A mutant of two attempts is judged
    once, and known once.
    """
    equal = {entry.key for entries in known.values() for entry in entries}
    fates: dict[str, Fate] = {}
    for path, source in sources.items():
        print(f"  {path}", flush=True)
        found = list(mutants(source))
        for mutant in found:
            if mutant.key not in fates:
                fate = fates[mutant.key] = fate_of(mutant, judge, mutant.key in equal)
                if not fate.well:
                    _print_fate(source, mutant, fate)
        for entry in stale(known.get(path, ()), found):
            print(f"    stale     {entry.key}  {entry.says}\n        no such mutant any more")
    kinds = [fate.kind for fate in fates.values()]
    counts = (
        f"{kinds.count('killed')} killed, {kinds.count('survives')} survive, "
        f"{kinds.count('equal')} known to be equal"
    )
    for kind, words in (("refuted", "known to be equal and killed"), ("broken", "broken")):
        counts += f", {kinds.count(kind)} {words}" if kind in kinds else ""
    print(f"{len(kinds)} mutants: {counts}")
    return all(fate.well for fate in fates.values())


def fate_of(mutant: Mutant, judge: Judge, equal: bool) -> Fate:
    """Have it judged. A judge that breaks down over one mutant is found out, not ended by it."""
    try:
        verdict = judge(mutant)
    except Exception as error:
        return Fate("broken", f"the judge raised {type(error).__name__}: {error}")
    if verdict.passed:
        names = ", ".join(remark.name for remark in verdict.remarks)
        return Fate("equal" if equal else "survives", f"remarks: {names}" if names else "")
    if not equal:
        return Fate("killed")
    if verdict.fault is not None:
        return Fate("refuted", verdict.fault.text)
    first = next(result for result in verdict.results if not result.passed)
    return Fate("refuted", f"fails `{first.title}` ({first.figure}), service {first.service}")


def stale(entries: Iterable[Known], found: Iterable[Mutant]) -> list[Known]:
    """Those of an attempt's known mutants that its text does not give any more."""
    keys = {mutant.key for mutant in found}
    return [entry for entry in entries if entry.key not in keys]


def _print_fate(source: str, mutant: Mutant, fate: Fate) -> None:
    """A line as the file of known ones wants it, and the change itself."""
    print(f"    {fate.kind:8}  {mutant.key}  {mutant.line}: {mutant.says}", flush=True)
    if fate.why:
        print(f"        {fate.why}")
    before = ast.unparse(ast.parse(source)).splitlines()
    for line in ndiff(before, mutant.source.splitlines()):
        if line[0] in "+-":
            print(f"        {line}")


def _shown(path: Path, base: Path) -> str:
    return str(path.relative_to(base)) if path.is_relative_to(base) else str(path)


# --- the file of those that are known -----------------------------------------------------------


_ENTRY = re.compile(r"([0-9a-f]{8})  (.+?)  -- (.+)")


def read_known(path: Path) -> dict[str, list[Known]]:
    """The known mutants by the attempt that they were made of. Raises Unusable.

    A line `# <path of the attempt>` stands above its mutants, each a line of its own:
    `<hash>  <what was changed>  -- <why that is right>`.
    """
    if not path.is_file():
        return {}
    known: dict[str, list[Known]] = {}
    entries: list[Known] | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# "):
            entries = known.setdefault(line.removeprefix("# ").strip(), [])
        elif line.strip():
            match = _ENTRY.fullmatch(line.rstrip())
            if match is None or entries is None:
                raise Unusable(
                    f"{path}, line {number} is no known mutant. Under a line `# <attempt>` it must "
                    "read `<hash>  <what was changed>  -- <reason>`."
                )
            entries.append(Known(match[1], match[2], match[3]))
    return known
