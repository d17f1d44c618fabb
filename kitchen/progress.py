"""What a learner has done: which cases were tried and passed, how well, and which hints were told.

It lives in `.kitchen/progress.json` in the workspace, by the cases' stems. No path and no machine
is in it, so that the folder can be copied. The file is written whole or not at all; what is known
there of cases that this lab hasn't got is kept. `KITCHEN_PROGRESS=off` in the environment: nothing
is written, for those who run the lab's commands in a learner's stead.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from zlib import crc32

from kitchen import workspace
from kitchen.catalog import Listed, listed

_NOTHING: Mapping[str, int] = MappingProxyType({})

_VERSION = 1


class Record(NamedTuple):
    """What is known of one case."""

    checks: int = 0
    """How often it was checked."""
    passed: bool = False
    """Whether any of these passed."""
    took: float = 0.0
    """The best pass: virtual seconds of the first, even service."""
    peak: int = 0
    """How many were at once in it."""
    source: str = ""
    """What was checked last: a digest of the file."""
    passing: bool = False
    """Whether that passed."""
    diagnoses: tuple[str, ...] = ()
    """The mistakes named then, by failing check, in order; '' where none was recognised."""
    tiers: Mapping[str, int] = _NOTHING
    """How many tiers of each hint have been told, by the hint's place."""
    later: bool = False
    """Whether the learner left it for later."""
    order: int = 0
    """When it was last worked at: the higher the later."""

    @property
    def state(self) -> str:
        """'untouched', 'tried', 'passed', or 'later' for one that was left."""
        if self.passed:
            return "passed"
        if self.later:
            return "later"
        return "tried" if self.order else "untouched"


def digest(source: bytes) -> str:
    """By which a changed file is told. Nobody has a reason to forge it."""
    return f"{len(source)}-{crc32(source):08x}"


class Progress:
    """The records of one workspace."""

    def __init__(self, root: Path) -> None:
        self._folder = root / ".kitchen"
        self._file = self._folder / "progress.json"
        self.trouble = ""
        """What is to be said of a file that couldn't be read."""
        self._told: dict[str, Any] = _nothing_yet()
        try:
            self._told = self._read()
        except OSError as error:
            self.trouble = f"can't be read: {error.strerror}; what you have done isn't known"
        except ValueError:
            if _wanted():
                self._put_aside()

    def of(self, case: Listed) -> Record:
        """What is known of a case."""
        return _record(self._known.get(_key(self._known, case), {}))

    def last(self) -> Listed | None:
        """The case that was worked at last."""
        tried = [(self.of(case).order, case) for case in listed()]
        order, case = max(tried, default=(0, None))
        return case if order else None

    def change(self, case: Listed, update: Callable[[Record], Record]) -> None:
        """Note something of a case that is being worked at: `update` makes the new record of the
        one that is there by then, since another command may have written meanwhile. Raises OSError
        where the workspace can't be written."""
        if not _wanted():
            return
        with self._alone():
            try:
                self._told = self._read()
            except ValueError:  # damaged since: what we knew is all there is
                self._move_aside()
            orders = [_record(known).order for known in self._known.values()]
            record = self.of(case)._replace(order=max(orders, default=0) + 1, later=False)
            before = self._known.pop(_key(self._known, case), {})
            self._known[case.stem] = {**before, **update(record)._asdict()}
            self._write()

    # --- the file -------------------------------------------------------------------------------

    @property
    def _known(self) -> dict[str, dict[str, Any]]:
        """What is known, by the cases' stems."""
        known: dict[str, dict[str, Any]] = self._told["cases"]
        return known

    def _read(self) -> dict[str, Any]:
        """What the file says. Raises ValueError where that is no progress, OSError where nobody can
        tell."""
        try:
            told = json.loads(self._file.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return _nothing_yet()
        except (IsADirectoryError, RecursionError) as error:
            raise ValueError("no progress file") from error
        cases = told.get("cases") if isinstance(told, dict) else None
        if not (isinstance(cases, dict) and all(isinstance(one, dict) for one in cases.values())):
            raise ValueError("records that are none")
        return {**told, "cases": cases}

    def _write(self) -> None:
        told = {**self._told, "cases": dict(sorted(self._known.items()))}
        workspace.write(self._file, f"{json.dumps(told, indent=1, default=dict)}\n".encode())

    def _put_aside(self) -> None:
        """A damaged file is kept beside; unless another command has done that, and begun anew,
        meanwhile."""
        try:
            with self._alone():
                try:
                    self._told = self._read()
                    return
                except ValueError:
                    kept = self._move_aside()
        except OSError as error:
            self.trouble = f"is damaged, and can't be put aside: {error.strerror}"
            return
        self.trouble = f"was damaged, and is now .kitchen/{kept.name}; progress begins anew"

    def _move_aside(self) -> Path:
        """To a name that nothing has yet."""
        names = (
            f"progress.damaged{again}.json" for again in ("", *map("-{}".format, range(1, 99)))
        )
        kept = next((p for p in map(self._file.with_name, names) if not p.exists()), None)
        if kept is None:
            raise OSError(0, "too many damaged ones are there", str(self._folder))
        self._file.replace(kept)
        return kept

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Two commands in one workspace, a `watch` and a `check`, change the file one at a time."""
        self._folder.mkdir(exist_ok=True)
        try:
            import fcntl
        except ImportError:  # no such locks on this platform; the worst is a forgotten try
            yield
            return
        with (self._folder / "lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def _wanted() -> bool:
    """Whether anything is to be written."""
    return os.environ.get("KITCHEN_PROGRESS") != "off"


def _nothing_yet() -> dict[str, Any]:
    return {"version": _VERSION, "cases": {}}


def _key(known: Mapping[str, object], case: Listed) -> str:
    """Under which name a case is known: its stem; or, if it was renamed, the old one that has its
    number and isn't the stem of a case any more."""
    if case.stem in known:
        return case.stem
    here = {other.stem for other in listed()}
    old = [stem for stem in known if stem.startswith(f"case{case.number:02}_") and stem not in here]
    return old[0] if old else case.stem


def _record(known: Mapping[str, Any]) -> Record:
    """A record of what the file says; what is no record's, or of the wrong type, is left out."""
    plain = Record()
    fields: dict[str, Any] = {}
    for name, value in known.items():
        there = getattr(plain, name, None)
        if name not in Record._fields:
            continue
        if isinstance(there, tuple) and isinstance(value, list):
            fields[name] = tuple(str(item) for item in value)
        elif isinstance(there, Mapping) and isinstance(value, dict):
            told = {str(key): tiers for key, tiers in value.items() if type(tiers) is int}
            fields[name] = {key: max(0, tiers) for key, tiers in told.items()}
        elif type(value) is type(there) or (type(there) is float and type(value) is int):
            fields[name] = value
    return plain._replace(**fields)
