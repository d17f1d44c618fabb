"""`%kitchen run 7`, `%%kitchen check 7`: the command line, in a notebook.

What can be shown as a page is; other commands print as they do on a terminal. A cell's own text is
the attempt of a `%%kitchen` cell, and what is found of it is the learner's progress as with a file.
"""

import os
import shlex
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from signal import SIGINT
from typing import Any

from kitchen import arguments, catalog, session, workspace
from kitchen.commands import noting
from kitchen.commands.learning import next_hint
from kitchen.errors import Unusable
from kitchen.judge.engine import BrokenDown
from kitchen.parts import ranges
from kitchen.report.pen import Pen

_SHOWN = {
    "run": {"file", "service", "only"},
    "check": {"file", "services"},
    "timeline": {"file", "service", "only"},
    "sweep": {"file", "over"},
}
"""Commands that answer with an object, and the options that they have then."""

_ELSEWHERE = ("watch", "notebook")
"""Commands that are nothing in a notebook."""

_PATIENCE = 1.0
"""Seconds in which a command ends by itself, if the Ctrl-C was its own too."""

_checked: dict[str, bytes] = {}
"""The cell that was checked last, by its case's stem, if that was no file."""


def register(shell: Any) -> None:
    """Bring the magic to an IPython shell."""
    shell.register_magic_function(kitchen, "line_cell", "kitchen")


def unregister(shell: Any) -> None:
    """Take it away again."""
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop("kitchen", None)


def kitchen(line: str, cell: str | None = None) -> object:
    """A command of the lab: `%kitchen run 7`. In `%%kitchen check 7` the cell is the attempt."""
    try:
        return _do(_words(line), cell)
    except Unusable as error:
        print(f"kitchen: {error}", file=sys.stderr)
    except BrokenDown as error:
        print(
            f"kitchen: a process of the lab's own is gone, and no verdict was reached: {error}",
            file=sys.stderr,
        )
    except KeyboardInterrupt:
        raise KeyboardInterrupt("stopped") from None  # where we were is of no use to a learner
    return None


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise Unusable(f"{line}: {error}.") from None


def _do(words: list[str], cell: str | None) -> object:
    command = words[0] if words else "menu"
    if cell is not None and command not in _SHOWN:
        raise Unusable(f"a cell can be the attempt of {', '.join(_SHOWN)}, not of {command}.")
    if command in _ELSEWHERE:
        raise Unusable(f"`{command}` is for a terminal: `{arguments.PROGRAM} {command}`.")
    if {"-h", "--help"} & set(words):
        _print(words)
    elif command == "hint":
        _hint(arguments.parse(words))
    elif command not in _SHOWN:
        _print(words)
    else:
        said = ["run" if command == "timeline" else command, *words[1:]]
        chosen = arguments.parse(said)
        more = _more(chosen, _SHOWN[command])
        if not more and chosen.case != "all":
            return _shown(command, chosen, cell)
        if cell is not None or command == "timeline":
            raise Unusable(f"`{command}` of a notebook has no {more or '`all`'}.")
        _print(words)
    return None


def _more(chosen: Namespace, options: set[str]) -> str:
    """An option that was said besides these, or ''."""
    plain = arguments.parse([chosen.command, chosen.case])
    for name, value in vars(chosen).items():
        if name not in options and value != getattr(plain, name):
            return f"`--{'for' if name == 'seconds' else name}`"
    return ""


def _shown(command: str, chosen: Namespace, cell: str | None) -> object:
    """What a command answers with. A check of the learner's attempt is noted."""
    given: dict[str, Any] = {"file": chosen.file}
    if cell is not None:
        if chosen.file or chosen.case.endswith(".py"):
            raise Unusable("the cell is the attempt: name the case by its number, and no file.")
        # Lines are counted as the reader counts them, from the one that has the magic.
        given = {"source": f"\n{cell}", "called": session.CELL}

    def run() -> session.Ran:
        only = ranges(chosen.only) if chosen.only else None
        return session.run(chosen.case, service=chosen.service, only=only, **given)

    shown: dict[str, Callable[[], object]] = {
        "run": run,
        "timeline": lambda: run().timeline,
        "check": lambda: session.check(chosen.case, services=chosen.services, **given),
        "sweep": lambda: session.sweep(chosen.case, chosen.over, **given),
    }
    made = shown[command]()
    if isinstance(made, session.Checked) and (made.own or cell is not None):
        _note(made)
    return made


def _note(made: session.Checked) -> None:
    """Keep in mind what was found of the learner's attempt."""
    _checked.pop(made.listed.stem, None)
    if not made.own:
        _checked[made.listed.stem] = made.attempt.source
    if workspace.is_there():
        noting.note_verdict(made.listed, made.case, made.attempt.source, made.verdict)


def _hint(chosen: Namespace) -> None:
    """A hint that fits what was checked last, be it a cell or the file."""
    listed = catalog.find(chosen.case)
    if not workspace.is_there():
        raise Unusable(
            "hints go on from what was checked last, which is known in a folder that holds "
            "`lab/cases`. `python -m kitchen init DIR` makes one."
        )
    source = _checked.get(listed.stem)
    if source is None:
        source = workspace.read(workspace.case_file(listed))
    again = f"`%kitchen hint {listed.number}` again"
    next_hint(listed, source, tier=chosen.tier, again=again)(Pen(sys.stdout))


def _print(words: list[str]) -> None:
    """What the command prints, in a process of its own: nobody can answer it here."""
    with subprocess.Popen(
        [sys.executable, "-m", "kitchen", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": workspace.python_path()},
    ) as running:
        try:
            out, err = running.communicate()
        except KeyboardInterrupt:
            try:
                running.communicate(timeout=_PATIENCE)
            except subprocess.TimeoutExpired:
                running.send_signal(SIGINT)
                running.communicate()
            raise
    print(out, end="")
    print(err, end="", file=sys.stderr)
