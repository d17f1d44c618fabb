"""What can be said on the command line, and what `--help` says of it."""

import argparse
from collections.abc import Sequence

from kitchen.errors import Unusable

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    from typing import Any, NoReturn

MOST_SERVICES = 10_000

ABOUT = """\
A lab for Python's concurrency, told as a restaurant kitchen.

Each case is a short broken file in lab/cases. Run it against the simulated
supplier and see what goes wrong; mend it in your editor; check it. The text
of each case is in lab/chapters.

  python -m kitchen list       the cases
  python -m kitchen run 7      run case 7 as it is, and see the numbers
  python -m kitchen check 7    grade your fix
"""

_CASE_HELP = "a case: 7, 07, case07, semaphore, or its file's path"


class _Parser(argparse.ArgumentParser):
    def __init__(self, *args: "Any", **kwargs: "Any") -> None:
        super().__init__(*args, **kwargs)
        self.allow_abbrev = False  # `--service` must not be taken for `--services`

    def error(self, message: str) -> "NoReturn":
        command = self.prog
        raise Unusable(f"{message}. `{command} --help` shows what there is.")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """What was said; `command` names what is to be done. Raises Unusable."""
    return _parser().parse_args(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m kitchen",
        description=ABOUT,
        epilog="Exit codes: 0 all passed, 1 a check failed, 2 the call or the file is at fault, "
        "3 the lab itself broke down.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command="menu")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    run = commands.add_parser(
        "run", help="run a case's file as it is, and print the numbers",
        description="Run a case's file once against the supplier, as it is, and print what came "
        "of it. Exit code 1 if it crashed or hung.",
    )  # fmt: skip
    run.add_argument("case", metavar="N", help=_CASE_HELP)
    run.add_argument(
        "--service", type=_count, metavar="K", default=1,
        help="which service: its number fixes the conditions and the chance (default: 1)",
    )  # fmt: skip
    run.add_argument("--real", action="store_true", help="on the real clock")
    run.add_argument("--json", action="store_true", help="the figures and the ledger as JSON")
    run.add_argument("--file", metavar="PATH", help="run another file as this case")
    run.set_defaults(command="run")

    check = commands.add_parser(
        "check", help="grade your fix: PASS and FAIL lines",
        description="Grade a case's file: it is served many times, under conditions that vary, "
        "and every promise of the case is checked. The same file gets the same verdict every time.",
    )  # fmt: skip
    check.add_argument("case", metavar="N", help=f"{_CASE_HELP}; or `all`")
    check.add_argument(
        "--services", type=_count, metavar="K", help="how many services (default: the case's own)"
    )
    check.add_argument("--file", metavar="PATH", help="grade another file as this case")
    check.add_argument("--format", choices=("text", "json", "junit"), default="text")
    check.add_argument("--output", metavar="F", help="write to a file instead of the terminal")
    check.set_defaults(command="check")

    listing = commands.add_parser("list", help="the cases: number, name, title")
    listing.set_defaults(command="list")

    doctor = commands.add_parser(
        "doctor", help="versions, and what works on this machine",
        description="Versions, folders, and which of the walls round a learner's code hold here.",
    )  # fmt: skip
    doctor.set_defaults(command="doctor")

    author = commands.add_parser("author", help="tools for those who write cases")
    tools = author.add_subparsers(title="tools", metavar="TOOL", required=True)
    sound = tools.add_parser(
        "check", help="is a case sound?",
        description="A case is sound when its file as shipped fails in the intended way, its "
        "solution passes, every known right attempt passes and every known wrong one fails by its "
        "own diagnosis.",
    )  # fmt: skip
    sound.add_argument("case", metavar="N", nargs="?", help=f"{_CASE_HELP} (default: all)")
    sound.add_argument(
        "--jobs", type=_count, metavar="J",
        help="attempts that are judged at once (default: as many as there are cores)",
    )  # fmt: skip
    sound.set_defaults(command="author check")

    mutate = tools.add_parser(
        "mutate", help="does the judge notice every change to the solution?",
        description="Take the solution apart, one change at a time, and grade each: what survives "
        "is a hole in the grader or an equal program. Those known to be equal stand in "
        "tests/mutants, each with its reason.",
    )  # fmt: skip
    mutate.add_argument("case", metavar="N", help=_CASE_HELP)
    mutate.add_argument(
        "--also", metavar="PATH", action="append", default=[],
        help="take this right attempt apart too; may be given several times",
    )  # fmt: skip
    mutate.set_defaults(command="author mutate")

    new = tools.add_parser(
        "new", help="the files of a new case",
        description="Make the files of a new case, each under its stem. They hold a sound little "
        "case; what is to be written is marked `WRITE:`.",
    )  # fmt: skip
    new.add_argument("number", type=int, metavar="N", help="its number, 1 to 99")
    new.add_argument("name", metavar="NAME", help="its name, like `semaphore`")
    new.set_defaults(command="author new")

    pack = tools.add_parser(
        "pack", help="pack the cases as shipped into originals.zip",
        description="Pack lab/cases into kitchen/originals.zip, from which a learner's files are "
        "made and restored. Do it when a case file is meant to change.",
    )  # fmt: skip
    pack.set_defaults(command="author pack")
    return parser


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST_SERVICES:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST_SERVICES}")
    return number
