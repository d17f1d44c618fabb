"""Finds the cases: numbers, names, paths. A case's stem is its name in every folder."""

import importlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kitchen.errors import Unusable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kitchen.case import Case

_STEM = re.compile(r"case(\d\d)_(\w+)")
_CASES = Path(__file__).parent / "cases"

PARTS = {
    1: "One kitchen, one loop",
    2: "The dispatcher",
    3: "Priorities and patience",
    4: "Many processes, one office",
    5: "Many machines",
}
"""The parts of the lab, by number."""


class Listed(NamedTuple):
    """A case by its number and name. `load` brings its services and checks."""

    number: int
    name: str

    @property
    def stem(self) -> str:
        return f"case{self.number:02}_{self.name}"

    @property
    def title(self) -> str:
        """What it is about."""
        return _constant(self.stem, "TITLE").strip('"')

    @property
    def heading(self) -> str:
        """Number and title, as they stand over a drawing."""
        return f"case {self.number}, {self.title}"

    @property
    def introduction(self) -> str:
        """Number, name and title, as they head what is said of it."""
        return f"case {self.number}, {self.name}: {self.title}"

    @property
    def part(self) -> int:
        """The part of the lab that it belongs to: a key of PARTS."""
        return int(_constant(self.stem, "PART"))

    def load(self) -> "Case":
        """The case itself. Raises Unusable where something that it stands on isn't installed."""
        case: Case = importlib.import_module(f"kitchen.cases.{self.stem}").CASE
        if case.service(1).office and not _is_installed("diskcache_community"):
            raise Unusable(
                f"case {self.number} is about processes that share a cache, and the package "
                "diskcache-community isn't installed here: `pip install diskcache-community`, or "
                "install the lab again as its README says."
            )
        return case


def _is_installed(package: str) -> bool:
    from importlib.util import find_spec  # slow to import, and seldom wanted

    return find_spec(package) is not None


@cache
def _constant(stem: str, name: str) -> str:
    """A constant of the case's module, which is read, not imported: a list must be quick."""
    with (_CASES / f"{stem}.py").open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith(f"{name} = "):
                return line.removeprefix(f"{name} = ").strip()
    raise RuntimeError(f"{stem} has no {name}")


@cache
def listed() -> tuple[Listed, ...]:
    """The cases that exist, in order. Two of one number are a fault of the lab."""
    found = [
        Listed(int(match[1]), match[2])
        for path in _CASES.glob("case*.py")
        if (match := _STEM.fullmatch(path.stem))
    ]
    numbers = [case.number for case in found]
    if len(numbers) != len(set(numbers)):
        raise RuntimeError(f"two cases have one number: {sorted(numbers)}")
    return tuple(sorted(found))


def find(name: str) -> Listed:
    """The case called `name`: 7, 07, case07, semaphore, its stem, or its file's path.

    Raises Unusable with the names that would do.
    """
    wanted = Path(name).stem if name.endswith(".py") else name
    wanted = wanted.strip().lower()
    digits = wanted.removeprefix("case")
    for case in listed():
        if wanted in (case.stem, case.name) or (digits.isdecimal() and int(digits) == case.number):
            return case
    import difflib  # only for those who mistype

    names = [case.name for case in listed()]
    near = difflib.get_close_matches(wanted, names, 1)
    hint = f" Did you mean `{near[0]}`?" if near else ""
    if Path(name).is_file():
        hint = (
            " If that file is an attempt of yours, say at which case: `python -m kitchen check 7 "
            "--file PATH`."
        )
    numbers = ", ".join(str(case.number) for case in listed())
    raise Unusable(
        f"there is no case called {name!r}.{hint} The cases are: {numbers}; "
        "`python -m kitchen list` shows them with their names."
    )
