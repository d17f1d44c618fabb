"""The command line: parse, call, print. Whatever is heavy is imported inside a command."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from pathlib import Path

    from kitchen.catalog import Listed
    from kitchen.judge.engine import AttemptSource, Engine
    from kitchen.judge.verdict import Verdict
    from kitchen.report.text import Pen

PASSED, FAILED, UNUSABLE = 0, 1, 2
"""Exit codes: all well; a check failed, or the run crashed or hung; the call or the file is at
fault."""

MOST_SERVICES = 10_000

_ABOUT = """\
A lab for Python's concurrency, told as a restaurant kitchen.

Each case is a short broken file in lab/cases. Run it against the simulated supplier and see what
goes wrong; mend it in your editor; check it.

  python -m kitchen list       the cases
  python -m kitchen run 7      run case 7 as it is, and see the numbers
  python -m kitchen check 7    grade your fix
"""

_CASE_HELP = "a case: 7, 07, case07, semaphore, or its file's path"


class _Unusable(Exception):
    """The call is at fault; the text says how, and what to do."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        command = self.prog
        raise _Unusable(f"{message}. `{command} --help` shows what can be said.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    try:
        code = _main(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`). Python would complain at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PASSED
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except _Unusable as error:
        print(f"kitchen: {error}", file=sys.stderr)
        return UNUSABLE


def _main(arguments: Sequence[str]) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    command: Callable[[argparse.Namespace], int] | None = getattr(chosen, "command", None)
    if command is None:
        print(_ABOUT)
        return _list(chosen)
    return command(chosen)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m kitchen",
        description=_ABOUT,
        epilog="Exit codes: 0 all passed, 1 a check failed, 2 the call or the file is at fault.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
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
    run.set_defaults(command=_run)

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
    check.set_defaults(command=_check)

    listing = commands.add_parser("list", help="the cases: number, name, title")
    listing.set_defaults(command=_list)

    author = commands.add_parser("author", help="tools for those who write cases")
    tools = author.add_subparsers(title="tools", metavar="TOOL", required=True)
    sound = tools.add_parser(
        "check", help="is a case sound?",
        description="A case is sound when its file as shipped fails in the intended way, its "
        "solution passes, every known right attempt passes and every known wrong one fails by its "
        "own diagnosis.",
    )  # fmt: skip
    sound.add_argument("case", metavar="N", nargs="?", help=f"{_CASE_HELP} (default: all)")
    sound.set_defaults(command=_author_check)
    return parser


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST_SERVICES:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST_SERVICES}")
    return number


# --- commands -----------------------------------------------------------------------------------


def _run(chosen: argparse.Namespace) -> int:
    listed = _find(chosen.case)
    attempt, _ = _attempt(listed, chosen.case, chosen.file)
    with _engine(lanes=1) as engine:
        from kitchen.report import formats, text

        case = listed.load()
        engine.take(attempt)
        service = case.service(chosen.service)
        (served,) = engine.serve([service], real=chosen.real)
    outcome = served.outcome
    if outcome.file_at_fault:
        text.print_fault(outcome, attempt.path, text.Pen(sys.stderr))
        return UNUSABLE
    if chosen.json:
        print(formats.run_json(case, served))
    else:
        text.print_run(case, served, attempt.path, text.Pen(sys.stdout))
    return PASSED if outcome.finished else FAILED


def _check(chosen: argparse.Namespace) -> int:
    from kitchen import catalog

    every = chosen.case == "all"
    if every and chosen.file:
        raise _Unusable("`--file` grades one file as one case; name the case instead of `all`.")
    wanted = list(catalog.listed()) if every else [_find(chosen.case)]
    verdicts = []
    with _engine() as engine:
        from kitchen.judge.grading import grade
        from kitchen.report.text import Pen

        for listed in wanted:
            attempt, replay = _attempt(listed, chosen.case, chosen.file)
            verdict = grade(
                listed, listed.load(), attempt, engine, services=chosen.services, replay=replay
            )
            verdicts.append(verdict)
            if chosen.format == "text" and chosen.output is None:
                _show(verdict, Pen(sys.stdout), headed=every)
    if chosen.output is not None:
        _put(chosen.output, _formatted(chosen.format, verdicts) + "\n")
    elif chosen.format != "text":
        print(_formatted(chosen.format, verdicts))
    if any(verdict.fault for verdict in verdicts):
        return UNUSABLE
    return PASSED if all(verdict.passed for verdict in verdicts) else FAILED


def _list(chosen: argparse.Namespace) -> int:
    from kitchen import catalog

    for listed in catalog.listed():
        case = listed.load()
        print(f"  {listed.number:>2}  {listed.name:<20} {case.title}")
    return PASSED


def _author_check(chosen: argparse.Namespace) -> int:
    from kitchen import author, catalog

    wanted = list(catalog.listed()) if chosen.case is None else [_find(chosen.case)]
    with _engine() as engine:
        return PASSED if author.check(wanted, engine) else FAILED


# --- what commands share ----------------------------------------------------------------------------


def _find(name: str) -> "Listed":
    from kitchen import catalog

    try:
        return catalog.find(name)
    except catalog.UnknownCase as error:
        raise _Unusable(str(error)) from None


def _attempt(listed: "Listed", name: str, file: str | None) -> "tuple[AttemptSource, str]":
    """The file to be run as this case, and what a replay line must say to name it."""
    from pathlib import Path
    from shlex import quote

    from kitchen import workspace

    if file is None and name.endswith(".py"):
        file = name
    path = workspace.case_file(listed) if file is None else Path(file)
    own = path.resolve() == workspace.case_file(listed).resolve()
    return _source(listed, path), "" if own else f" --file {quote(str(path))}"


def _source(listed: "Listed", path: "Path") -> "AttemptSource":
    from kitchen import workspace
    from kitchen.judge.engine import AttemptSource

    try:
        return AttemptSource(workspace.shown(path), listed.stem, workspace.read(path))
    except workspace.BadFile as error:
        raise _Unusable(str(error)) from None


def _engine(lanes: int = 2) -> "Engine":
    from kitchen.judge.engine import Engine

    return Engine(lanes=lanes)


def _show(verdict: "Verdict", pen: "Pen", *, headed: bool) -> None:
    """A verdict as text; a file that can't be graded is told on standard error too."""
    from kitchen.report import text

    if headed:
        pen.line(f"case {verdict.number} ({verdict.stem})")
    if verdict.fault is None:
        text.print_verdict(verdict, pen)
    else:
        text.print_fault(verdict.fault, verdict.file, text.Pen(sys.stderr))


def _formatted(format: str, verdicts: "Sequence[Verdict]") -> str:
    import io

    from kitchen.report import formats, text

    if format == "json":
        return formats.verdicts_json(verdicts)
    if format == "junit":
        return formats.verdicts_junit(verdicts)
    page = io.StringIO()
    for verdict in verdicts:
        _show(verdict, text.Pen(page), headed=len(verdicts) > 1)
    return page.getvalue().rstrip("\n")


def _put(name: str, content: str) -> None:
    """Write a report: whole or not at all, and never over something that isn't a file."""
    from pathlib import Path

    path = Path(name)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(content, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise _Unusable(f"{name} can't be written: {error.strerror}. Nothing was changed.") from None
