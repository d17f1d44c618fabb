"""`%kitchen run 7`, `%%kitchen check 7`: the commands, in a notebook.

What can be shown as a page is; other commands print as they do on a terminal. A cell's own text is
the attempt of a `%%kitchen` cell.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kitchen import arguments, session
from kitchen.errors import Unusable

_SHOWN = ("run", "check", "timeline", "sweep")
"""Commands that answer with an object."""


def register(shell: Any) -> None:
    """Bring the magic to an IPython shell."""
    shell.register_magic_function(kitchen, "line_cell", "kitchen")


def kitchen(line: str, cell: str | None = None) -> object:
    """A command of the lab: `%kitchen run 7`. In `%%kitchen check 7` the cell is the attempt."""
    try:
        return _do(shlex.split(line), cell)
    except (Unusable, ValueError) as error:
        print(f"kitchen: {error}", file=sys.stderr)
        return None


def _do(words: list[str], cell: str | None) -> object:
    command = words[0] if words else "menu"
    if command not in _SHOWN:
        if cell is not None:
            raise Unusable(f"a cell can be the attempt of {', '.join(_SHOWN)}, not of {command}.")
        _print(words)
        return None
    chosen = arguments.parse(["run" if command == "timeline" else command, *words[1:]])
    given: dict[str, Any] = {"source": cell} if cell is not None else {"file": chosen.file}
    if cell is not None and chosen.file:
        raise Unusable("the cell is the attempt: leave `--file` out.")
    shown: dict[str, Callable[[], object]] = {
        "run": lambda: session.run(chosen.case, service=chosen.service, **given),
        "timeline": lambda: session.run(chosen.case, service=chosen.service, **given).timeline,
        "check": lambda: session.check(chosen.case, services=chosen.services, **given),
        "sweep": lambda: session.sweep(chosen.case, chosen.over or "", **given),
    }
    return shown[command]()


def _print(words: list[str]) -> None:
    """What the command prints, in a process of its own: nobody can answer it here."""
    house = str(Path(__file__).resolve().parent.parent.parent)
    done = subprocess.run(
        [sys.executable, "-m", "kitchen", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": house},
    )
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
