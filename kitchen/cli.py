"""The command line: parse, call, print. Whatever is heavy is imported inside a command."""

import gc
import io
import sys

from kitchen.errors import Unusable
from kitchen.exits import BROKEN, FAILED, PASSED, STOPPED, UNUSABLE

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from kitchen.commands.stoves import Stoves

    Command = Callable[[argparse.Namespace, Stoves], int]

_COMMANDS = {
    "menu": "learning:menu",
    "list": "learning:show",
    "run": "serving:run",
    "check": "serving:check",
    "sweep": "sweeping:sweep",
    "watch": "watching:watch",
    "next": "learning:next_case",
    "read": "learning:read",
    "hint": "learning:hint",
    "solution": "learning:solution",
    "notebook": "notebooks:notebook",
    "reset": "folder:reset",
    "init": "folder:init",
    "doctor": "folder:doctor",
    "author check": "authoring:check",
    "author mutate": "authoring:mutate",
    "author new": "authoring:new",
    "author notebooks": "notebooks:build",
    "author pack": "authoring:pack",
}
"""Each command's module among `kitchen.commands`, and its function there. By name, since a command
imports what it needs, and no other does."""


def program() -> "NoReturn":
    """Be the command that was typed."""
    try:
        sys.exit(main())
    finally:
        # At its exit the interpreter looks for garbage once more, and takes apart all that it
        # finds: the ledgers of a check take a tenth of its time. Nobody needs that memory again.
        gc.freeze()


def main(words: "Sequence[str] | None" = None) -> int:
    """Do what the command line says; the exit code."""
    said = sys.argv[1:] if words is None else words
    # A check keeps its ledgers until it ends. To look for garbage among them again and again takes
    # up to a seventh of its time, and finds none.
    gc.set_threshold(200_000, 50, 100)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a locale that lacks a letter
    try:
        from kitchen.commands.stoves import Stoves

        with Stoves(said) as stoves:
            from kitchen import arguments
            from kitchen.commands.output import Unread

            chosen = arguments.parse(said)
            code = _command(chosen.command)(chosen, stoves)
            with Unread():
                sys.stdout.flush()
            return code
    except BrokenPipeError:
        from kitchen.commands.output import read_no_more

        read_no_more()
        # A list that was cut short is no fault; an author's check was not seen to pass.
        return FAILED if said and said[0] == "author" else PASSED
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return STOPPED
    except Unusable as error:
        _complain(str(error))
        return UNUSABLE
    except OSError as error:
        _complain(f"{error.filename or 'the output'}: {error.strerror}.")
        return BROKEN
    except Exception as error:
        if type(error).__name__ != "BrokenDown":  # its class is slow to import
            raise
        _complain(f"a process of the lab's own is gone, and no verdict was reached: {error}")
        return BROKEN


def _command(name: str) -> "Command":
    from importlib import import_module

    module, _, function = _COMMANDS[name].partition(":")
    command: Command = getattr(import_module(f"kitchen.commands.{module}"), function)
    return command


def _complain(text: str) -> None:
    """A paragraph on standard error, wrapped where somebody looks at it."""
    text = f"kitchen: {text}"
    if sys.stderr.isatty():
        import shutil
        import textwrap

        text = textwrap.fill(text, min(100, shutil.get_terminal_size().columns))
    print(text, file=sys.stderr)
