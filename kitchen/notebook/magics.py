"""`%kitchen run 7`, `%%kitchen check 7`: the commands, in a notebook.

What can be shown as a page is; other commands print as they do on a terminal. A cell's own text is
the attempt of a `%%kitchen` cell.
"""

import shlex
import sys
from collections.abc import Callable
from typing import Any

from kitchen import arguments, cli, session
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
        cli.main(words)
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
