"""The learner's folder: where the cases are that he edits, and what is kept of them."""

import os
from functools import cache
from pathlib import Path

from kitchen.catalog import Listed
from kitchen.errors import Unusable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

LARGEST_SOURCE = 1 << 20
"""Bytes of an attempt. Ours have fewer than three thousand."""


@cache
def root() -> Path:
    """The workspace: the nearest folder upwards that holds `lab/cases`, or the lab's own. It stays
    the one that it was at first, whatever becomes of its folders meanwhile. Raises Unusable."""
    try:
        here = Path.cwd()
    except FileNotFoundError:
        raise Unusable("the folder that you are in is gone. Go to one that is there.") from None
    for folder in (here, *here.parents):
        if (folder / "lab" / "cases").is_dir():
            return folder
    return own_root()


def own_root() -> Path:
    """The folder in which the lab itself stands."""
    return Path(__file__).resolve().parent.parent


def is_there() -> bool:
    """Whether there is a workspace. An installed lab has none of its own."""
    return (root() / "lab" / "cases").is_dir()


def must_be_there() -> None:
    """Raises Unusable where there is no workspace."""
    if not is_there():
        raise Unusable(
            "there is no `lab/cases` here or above. Go to the folder that holds `lab/`, or make "
            "one: `python -m kitchen init DIR`."
        )


def case_file(case: Listed) -> Path:
    """The file of a case that the learner edits."""
    return root() / "lab" / "cases" / f"{case.stem}.py"


def real(path: Path) -> Path:
    """Where the path leads, links followed. `Path.resolve` raises where they lead in a circle."""
    return Path(os.path.realpath(path))


def shown(path: Path) -> str:
    """The path as a person here would write it."""
    try:
        return str(real(path).relative_to(Path.cwd()))
    except (ValueError, FileNotFoundError):  # it is elsewhere; we are nowhere
        return str(path)


def read(path: Path) -> bytes:
    """The bytes of an attempt. Raises Unusable."""
    try:
        if path.is_dir():
            raise Unusable(f"{path} is a folder. Name the Python file that holds the attempt.")
        with path.open("rb") as file:
            source = file.read(LARGEST_SOURCE + 1)
    except FileNotFoundError:
        raise Unusable(
            f"there is no file {path}. Run the command in the folder that holds `lab/`, or name "
            "the file with `--file PATH`. If a case's file is gone, `python -m kitchen reset N` "
            "brings it back; `python -m kitchen init DIR` makes a folder with all of them."
        ) from None
    except OSError as error:
        raise Unusable(f"{path} can't be read: {error.strerror}.") from None
    if len(source) > LARGEST_SOURCE:
        raise Unusable(f"{path} has more than a megabyte. An attempt is a page of Python.")
    return source


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def put(path: Path, content: bytes) -> None:
    """The same for what somebody asked to be written there. Raises Unusable."""
    try:
        write(path, content)
    except OSError as error:
        raise Unusable(f"{path} can't be written: {error.strerror}. Nothing was changed.") from None


def python_path() -> str:
    """`PYTHONPATH` for a program that is to find the lab, also where it runs from a folder."""
    return os.pathsep.join(filter(None, (str(own_root()), os.environ.get("PYTHONPATH"))))


def keep(case: Listed, content: bytes, now: "datetime") -> Path:
    """Put a copy of the learner's file among the backups; where it is. Raises OSError."""
    folder = root() / ".kitchen" / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    for more in range(1_000):
        again = f"-{more}" if more else ""
        path = folder / f"{case.stem}.{now:%Y%m%d-%H%M%S}{again}.py"
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            continue
        return path
    raise OSError(f"too many backups in {folder}")
