"""The learner's folder: make one, restore a file in it, and say what works here."""

import os
from datetime import datetime
from pathlib import Path
from shlex import quote

from kitchen import catalog, shipped, workspace
from kitchen.catalog import Listed
from kitchen.errors import Unusable
from kitchen.exits import PASSED

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    import argparse

    from kitchen.commands.stoves import Stoves


def reset(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """`reset N|all`: the file as shipped; the learner's is kept."""
    every = chosen.case == "all"
    wanted = list(catalog.listed()) if every else [catalog.find(chosen.case)]
    workspace.must_be_there()
    now = datetime.now()
    for case in wanted:
        said = _restore(case, now)
        if said or not every:
            print(said or f"{_name(case)} is as it was shipped already.")
    if every:
        print("All cases are as they were shipped. What you have passed stays passed.")
    return PASSED


def _restore(case: Listed, now: datetime) -> str:
    """Put the shipped file in its place. What was done, or '' if nothing was to do."""
    path = workspace.case_file(case)
    shipped_bytes = shipped.original(case)
    try:
        try:
            own = path.read_bytes()
        except FileNotFoundError:
            own = None
        if own == shipped_bytes:
            return ""
        kept = None if own is None else workspace.keep(case, own, now)
        workspace.write(path, shipped_bytes)
    except OSError as error:
        raise Unusable(
            f"{workspace.shown(path)} can't be restored: {error.filename or path}: "
            f"{error.strerror}. Nothing of it is lost."
        ) from None
    back = f"{_name(case)} is as it was shipped again"
    return f"{back}." if kept is None else f"{back}; yours is kept in {workspace.shown(kept)}."


def _name(case: Listed) -> str:
    return workspace.shown(workspace.case_file(case))


def init(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """`init DIR`: a workspace with the cases, their chapters and walkthroughs."""
    folder = Path(chosen.folder)
    made = kept = 0
    try:
        for case in catalog.listed():
            for path, content in (
                (folder / "lab" / "cases" / f"{case.stem}.py", shipped.original(case)),
                (folder / "lab" / "chapters" / f"{case.stem}.md", shipped.chapter(case).encode()),
                (folder / "notebooks" / f"{case.stem}.ipynb", shipped.notebook(case)),
            ):
                if os.path.lexists(path):
                    kept += path.read_bytes() != content
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                workspace.write(path, content)
                made += 1
    except OSError as error:
        raise Unusable(
            f"{error.filename or folder} can't be written: {error.strerror}. Name a folder of your "
            "own, new or not; nothing in it is ever overwritten."
        ) from None
    if made:
        print(f"made {made} files in {folder}: the cases, a chapter and a notebook for each.")
    if kept:
        print(f"Files there that differ from the shipped ones and were left alone: {kept}.")
    elif not made:
        print(f"{folder} has all of them already.")
    if folder.resolve() != Path.cwd():
        print(f"Now: cd {quote(str(folder))}")
    print("     python -m kitchen")
    return PASSED


def doctor(chosen: "argparse.Namespace", stoves: "Stoves") -> int:
    """`doctor`: versions, and which walls hold on this machine."""
    from kitchen.report import health

    with stoves.engine() as engine:
        for line in health.lines(engine.walls()):
            print(line)
    return PASSED
