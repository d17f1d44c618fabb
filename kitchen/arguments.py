"""What can be said on the command line, and what `--help` says of it."""

import argparse
from collections.abc import Callable, Sequence

import kitchen
from kitchen.errors import Unusable

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from kitchen.parts import Parts

    Commands = argparse._SubParsersAction["_Parser"]

MOST_SECONDS = 3600

MOST_SERVICES = 10_000

PROGRAM = "python -m kitchen"

ABOUT = """\
A lab for Python's concurrency, told as a restaurant kitchen.

Each case is a short broken file in lab/cases. Run it against the simulated
supplier and see what goes wrong; read its chapter; mend it in your editor;
check it.

  python -m kitchen            the cases, and where to go on
  python -m kitchen run 7      run case 7 as it is, and see the numbers
  python -m kitchen read 7     its chapter
  python -m kitchen check 7    grade your fix
"""

_CASE_HELP = "a case: 7, 07, case07, semaphore, or its file's path"


_EXIT_CODES = """\
Exit codes: 0 all passed, 1 a check failed (or a run crashed or hung), 2 the
call or the file is at fault, 3 the lab itself broke down. `--help` after a
command tells more of it.
"""


class _Parser(argparse.ArgumentParser):
    def __init__(self, *args: "Any", **kwargs: "Any") -> None:
        super().__init__(*args, **kwargs)
        self.allow_abbrev = False  # `--service` must not be taken for `--services`

    def error(self, message: str) -> "NoReturn":
        raise Unusable(f"{message}. {_where_to_look(self.prog)}")

    def _check_value(self, action: argparse.Action, value: "Any") -> None:
        """A word that is not among those that may stand here: which one was meant?"""
        if action.choices is None or value in action.choices:
            return
        import difflib  # only for those who mistype

        near = difflib.get_close_matches(str(value), [str(choice) for choice in action.choices], 1)
        hint = f" Did you mean `{near[0]}`?" if near else ""
        what = f"a {str(action.metavar).lower()}"
        if action.option_strings:
            what = f"a value of {action.option_strings[0]}"
        there = ", ".join(str(choice) for choice in action.choices)
        raise Unusable(f"{value!r} is not {what}: {there}.{hint} {_where_to_look(self.prog)}")


def _where_to_look(program: str) -> str:
    return f"`{program} --help` shows what there is."


def parse(words: Sequence[str]) -> argparse.Namespace:
    """What was said; `command` names what is to be done. Raises Unusable."""
    parser = _Parser(
        prog=PROGRAM,
        description=ABOUT,
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"kitchen {kitchen.__version__}")
    parser.set_defaults(command="menu")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    # No option before a command takes a value, so the first other word is the command.
    said = [word for word in words if not word.startswith("-")]
    _add(commands, _COMMANDS, said)
    chosen, others = parser.parse_known_args(words)
    if others:
        which = "" if chosen.command == "menu" else f" {chosen.command}"
        raise Unusable(
            f"unrecognized arguments: {' '.join(others)}. {_where_to_look(f'{PROGRAM}{which}')}"
        )
    return chosen


def _add(commands: "Commands", known: "dict[str, _Command]", said: list[str]) -> None:
    """Add what may stand here. Only the command that was said gets its own words: those of all
    twenty would take as long as Python's start."""
    wanted, rest = (said[0], said[1:]) if said else ("", [])
    for name, command in known.items():
        made = commands.add_parser(
            name, help=command.help, description=command.does, add_help=name == wanted,
            epilog=f"example: {command.example}",
        )  # fmt: skip
        if name != wanted:
            continue
        made.set_defaults(command=made.prog.removeprefix(f"{PROGRAM} "))
        if command.words is not None:
            command.words(made)
        if command.tools:
            tools = made.add_subparsers(title="tools", metavar="TOOL", required=True)
            _add(tools, command.tools, rest)


class _Command:
    """A command: what it does, in a line and in two, how it is called, and what adds its words; or
    the tools of which one must follow."""

    def __init__(
        self,
        help: str,
        does: str,
        example: str,
        words: "Callable[[argparse.ArgumentParser], object] | None" = None,
        tools: "dict[str, _Command] | None" = None,
    ) -> None:
        self.help, self.does, self.example = help, does, example
        self.words, self.tools = words, tools or {}


def _case(parser: argparse.ArgumentParser, more: str = "") -> None:
    parser.add_argument("case", metavar="N", help=f"{_CASE_HELP}{more}")


def _any_case(parser: argparse.ArgumentParser, more: str = "") -> None:
    parser.add_argument("case", metavar="N", nargs="?", help=f"{_CASE_HELP}{more}")


def _run(parser: argparse.ArgumentParser) -> None:
    _case(parser)
    parser.add_argument(
        "--service", type=_count, metavar="K", default=1,
        help="which service: its number fixes the conditions and the chance (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--only", type=_parts, metavar="LIST", default=(),
        help="with these parts of it only, like 1-4,9: a replay line says which",
    )  # fmt: skip
    parser.add_argument(
        "--real", action="store_true", help="on the real clock, where nobody says whose turn it is"
    )
    parser.add_argument(
        "--for", type=_seconds, metavar="S", dest="seconds",
        help="with --real: again and again for S seconds; says how often it went how",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print figures and ledger as JSON")
    parser.add_argument(
        "--timeline", action="store_true",
        help="then draw who waited, held and called when, and how many at once",
    )  # fmt: skip
    parser.add_argument(
        "--picture", metavar="F", help="draw the same into a file: F.svg or F.png (matplotlib)"
    )
    parser.add_argument("--file", metavar="PATH", help="run another file as this case")


def _check(parser: argparse.ArgumentParser) -> None:
    _case(parser, "; or `all`")
    parser.add_argument(
        "--services", type=_count, metavar="K", help="how many services (default: the case's own)"
    )
    parser.add_argument("--file", metavar="PATH", help="grade another file as this case")
    parser.add_argument(
        "--format", choices=("text", "json", "junit"), default="text",
        help="for people or for other programs (default: text)",
    )  # fmt: skip
    parser.add_argument("--output", metavar="F", help="write to a file instead of the terminal")


def _sweep(parser: argparse.ArgumentParser) -> None:
    _case(parser)
    parser.add_argument(
        "--over", metavar="NAME=A..B",
        help="which number, and its values: `limit=1..20`, `crates=10..100..10` (in steps of 10), "
        "`limit=1,2,5`, `delay=0.01..0.1`; a name alone: its usual values (default: the case's "
        "first number; what there is stands under each sweep)",
    )  # fmt: skip
    parser.add_argument("--file", metavar="PATH", help="run another file as this case")
    parser.add_argument("--csv", metavar="F", help="write it as CSV too; `-`: print only that")
    parser.add_argument(
        "--picture", metavar="F", help="draw it too, into a file .svg or .png (needs matplotlib)"
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def _watch(parser: argparse.ArgumentParser) -> None:
    _any_case(parser)
    parser.add_argument(
        "--poll", action="store_true",
        help="look for saves instead of waiting to be told: for WSL and network drives",
    )  # fmt: skip


def _read(parser: argparse.ArgumentParser) -> None:
    _case(parser)
    parser.add_argument("--plain", action="store_true", help="as Markdown, unpaged")


def _hint(parser: argparse.ArgumentParser) -> None:
    _case(parser)
    parser.add_argument(
        "--tier", type=int, choices=(1, 2, 3), help="this step of it, instead of the next"
    )


def _solution(parser: argparse.ArgumentParser) -> None:
    _case(parser)
    parser.add_argument(
        "--diff", action="store_true", help="what would change in your file to become it"
    )
    parser.add_argument("--yes", action="store_true", help="don't ask")


def _next(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--skip", action="store_true", help="leave that one for later, and name another"
    )


def _reset(parser: argparse.ArgumentParser) -> None:
    _case(parser, "; or `all`")


def _init(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="the folder, new or not")


def _author_check(parser: argparse.ArgumentParser) -> None:
    _any_case(parser, " (default: all)")
    parser.add_argument(
        "--jobs", type=_count, metavar="J",
        help="attempts that are judged at once (default: as many as there are cores)",
    )  # fmt: skip
    parser.add_argument(
        "--thorough", action="store_true",
        help="every attempt meets every service; else, of many of a kind, a sixth",
    )  # fmt: skip


def _author_mutate(parser: argparse.ArgumentParser) -> None:
    _case(parser)
    parser.add_argument(
        "--also", metavar="PATH", action="append", default=[],
        help="take this right attempt apart too; may be given several times",
    )  # fmt: skip


def _author_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", type=int, metavar="N", help="its number, 1 to 99")
    parser.add_argument("name", metavar="NAME", help="its name, like `semaphore`")


def _author_notebooks(parser: argparse.ArgumentParser) -> None:
    _any_case(parser, " (default: all)")


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST_SERVICES:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST_SERVICES}")
    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds up to {MOST_SECONDS}")
    return seconds


def _parts(text: str) -> "Parts":
    from kitchen import parts  # only for those who say so

    try:
        return parts.numbers(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of numbers like 1-4,9") from None


_AUTHOR = {
    "check": _Command(
        "is a case sound?",
        "A case is sound when its file as shipped fails in the intended way, its solution passes, "
        "every known right attempt passes and every known wrong one fails by its own diagnosis.",
        "python -m kitchen author check 7 --jobs 2",
        _author_check,
    ),
    "mutate": _Command(
        "does the judge notice every change to the solution?",
        "Take the solution apart, one change at a time, and grade each: what survives is a hole "
        "in the grader or an equal program. Those known to be equal stand in tests/mutants, each "
        "with its reason.",
        "python -m kitchen author mutate 7",
        _author_mutate,
    ),
    "new": _Command(
        "the files of a new case",
        "Make the files of a new case, each under its stem. They hold a sound little case; what "
        "is to be written is marked `WRITE:`.",
        "python -m kitchen author new 8 retry",
        _author_new,
    ),
    "notebooks": _Command(
        "build the walkthroughs",
        "Build the walkthroughs in notebooks/ anew from the chapters and lab/walkthroughs, run "
        "them, and write those that have changed.",
        "python -m kitchen author notebooks 7",
        _author_notebooks,
    ),
    "pack": _Command(
        "pack the cases as shipped into originals.zip",
        "Pack lab/cases into kitchen/originals.zip, from which a learner's files are made and "
        "restored. Do it when a case file is meant to change.",
        "python -m kitchen author pack",
    ),
}

_COMMANDS = {
    "run": _Command(
        "run a case's file as it is, and print the numbers",
        "Run a case's file once against the supplier, as it is, and print what came of it. "
        "Exit code 1 if it crashed or hung, unless it is still as shipped.",
        "python -m kitchen run 7",
        _run,
    ),
    "check": _Command(
        "grade your fix: PASS and FAIL lines",
        "Grade a case's file: it is served many times, under conditions that vary, and every "
        "promise of the case is checked. The same file gets the same verdict every time.",
        "python -m kitchen check 7",
        _check,
    ),
    "sweep": _Command(
        "the figures as one number varies: table and plot",
        "Run a case's file again and again, each time with another value of one number of its "
        "first service: how many crates are ordered, how many the supplier takes. Where does it "
        "stop improving, where do errors begin? Exit code 1 if every value made it crash or hang.",
        "python -m kitchen sweep 7 --over limit=1..20",
        _sweep,
    ),
    "watch": _Command(
        "check a case whenever you save it",
        "Check a case on every save and keep the verdict in view; without a case: whichever you "
        "save. Keys: h hint, r run, s the solution after a pass, n next case, q quit.",
        "python -m kitchen watch 7",
        _watch,
    ),
    "read": _Command(
        "the chapter of a case",
        "Show the chapter of a case: laid out and a page at a time on a terminal, as Markdown in "
        "a pipe.",
        "python -m kitchen read 7",
        _read,
    ),
    "hint": _Command(
        "a little help; again: a little more",
        "Show a hint that fits what the last check found: first where to look, then which tool, "
        "then nearly the line.",
        "python -m kitchen hint 7",
        _hint,
    ),
    "solution": _Command(
        "the reference fix, once you have passed",
        "Show the reference fix of a case. If you haven't passed it yet, you are asked first.",
        "python -m kitchen solution 7 --diff",
        _solution,
    ),
    "notebook": _Command(
        "a walkthrough in JupyterLab",
        "Open JupyterLab on the walkthrough of a case, or on the folder of all: the chapter with "
        "cells that run, and one to mend.",
        "python -m kitchen notebook 7",
        _any_case,
    ),
    "next": _Command(
        "where to go on",
        "Say which case is next: the one you worked at last, if it isn't passed; else the first "
        "after it that isn't. You may start anywhere: no case needs another to be done.",
        "python -m kitchen next",
        _next,
    ),
    "list": _Command(
        "the cases: number, name, title",
        "Show every case by its number, name and title. The number or the name is what the "
        "other commands want.",
        "python -m kitchen list",
    ),
    "reset": _Command(
        "a case's file as it was shipped",
        "Restore the file of a case as it was shipped. Yours is kept in .kitchen/backups, and what "
        "you have passed stays passed.",
        "python -m kitchen reset 7",
        _reset,
    ),
    "init": _Command(
        "make a folder to work in",
        "Make a folder with the cases, their chapters and notebooks, where the lab is installed as "
        "a package. Files that are there already are left alone.",
        "python -m kitchen init kitchen-lab",
        _init,
    ),
    "doctor": _Command(
        "versions, and what works on this machine",
        "Show versions, folders, and which of the walls round a learner's code hold here.",
        "python -m kitchen doctor",
    ),
    "author": _Command(
        "tools for those who write cases",
        "Tools for those who write cases: make the files of one, and see whether the judge is "
        "right about it.",
        "python -m kitchen author check 7",
        tools=_AUTHOR,
    ),
}
