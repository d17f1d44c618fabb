"""The command line: parse, call, print. Whatever is heavy is imported inside a command."""

import gc
import io
import os
import sys

from kitchen.errors import Unusable

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from kitchen.case import Case, Service
    from kitchen.catalog import Listed
    from kitchen.judge.engine import AttemptSource, Engine
    from kitchen.judge.spawn import Spawned
    from kitchen.judge.verdict import Verdict
    from kitchen.report.text import Pen

PASSED, FAILED, UNUSABLE, BROKEN, STOPPED = 0, 1, 2, 3, 130
"""Exit codes: all well; a check failed, or the run crashed or hung; the call or the file is at
fault; the lab itself broke down; Ctrl-C."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Do what the command line says; the exit code."""
    said = sys.argv[1:] if arguments is None else arguments
    # A check keeps its ledgers until it ends. To look for garbage among them again and again takes
    # up to a seventh of its time, and finds none.
    gc.set_threshold(200_000, 50, 100)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a locale that lacks a letter
    try:
        with _Stoves(said) as stoves:
            code = _main(said, stoves)
            with _Unread():
                sys.stdout.flush()
            return code
    except BrokenPipeError:
        _read_no_more()
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


class _Unread:
    """Printing in here may find that whoever read us has seen enough (`| head`): the verdict, and
    with it the exit code, stands all the same."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        if kind is None or not issubclass(kind, BrokenPipeError):
            return False
        _read_no_more()
        return True


def _read_no_more() -> None:
    """What is still printed, or waits to be, goes nowhere. Python would complain at its exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _end_in_order_on_sigterm() -> None:
    """Once there are processes and folders, none is to be left."""
    import signal

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, end)


def _complain(text: str) -> None:
    """A paragraph on standard error, wrapped where somebody looks at it."""
    text = f"kitchen: {text}"
    if sys.stderr.isatty():
        import shutil
        import textwrap

        text = textwrap.fill(text, min(100, shutil.get_terminal_size().columns))
    print(text, file=sys.stderr)


class _Stoves:
    """The template, started before anything else: it gets ready while we read the command."""

    def __init__(self, said: "Sequence[str]") -> None:
        self._spawned: Spawned | None = None
        if said and said[0] in ("run", "check") and not {"-h", "--help"} & set(said):
            from kitchen.judge.spawn import spawn

            _end_in_order_on_sigterm()
            self._spawned = spawn()

    def __enter__(self) -> "_Stoves":
        return self

    def __exit__(self, *exit: object) -> None:
        if self._spawned is not None:
            from kitchen.judge.lane import Template

            Template(self._spawned, lanes=0).close()

    def engine(self) -> "Engine":
        """An engine on the template that is there, or on a new one."""
        from kitchen.judge.engine import Engine
        from kitchen.judge.lane import Template

        _end_in_order_on_sigterm()
        spawned, self._spawned = self._spawned, None
        return Engine(None if spawned is None else Template(spawned))


def _main(said: "Sequence[str]", stoves: _Stoves) -> int:
    from kitchen import arguments

    chosen = arguments.parse(said)
    if chosen.command == "run":
        return _run(chosen, stoves)
    if chosen.command == "check":
        return _check(chosen, stoves)
    if chosen.command == "doctor":
        return _doctor(stoves)
    if chosen.command == "author check":
        return _author_check(chosen)
    if chosen.command == "author mutate":
        return _author_mutate(chosen, stoves)
    if chosen.command == "author new":
        return _author_new(chosen)
    if chosen.command == "author pack":
        return _author_pack()
    if chosen.command == "menu":
        print(arguments.ABOUT)
    return _list()


# --- commands -----------------------------------------------------------------------------------


def _run(chosen: "argparse.Namespace", stoves: _Stoves) -> int:
    from kitchen import catalog

    if chosen.seconds and not chosen.real:
        raise Unusable("`--for` repeats a run on the real clock: say `--real` too.")
    if chosen.timeline or chosen.picture:
        from kitchen.report import drawings

        drawings.check(chosen)
    listed = catalog.find(chosen.case)
    attempt, _ = _attempt(listed, chosen.case, chosen.file)
    with stoves.engine() as engine:
        from kitchen.report import formats, patience, text

        case = _loaded(listed)
        engine.take(attempt, points=case.threads)
        service = case.service(chosen.service)
        if chosen.only:
            try:
                service = case.part_of(service, chosen.only)
            except ValueError as error:
                raise Unusable(f"`--only` asks for what isn't there: {error}.") from None
        # Traced, so that what is said of forgotten coroutines and deadlocks has its lines.
        with patience.asked_for(listed.number, sys.stderr):
            if chosen.seconds:
                return _run_again_and_again(case, service, chosen.seconds, engine, attempt)
            (served,) = engine.serve([service], trace=True, real=chosen.real)
    outcome = served.outcome
    if outcome.file_at_fault:
        text.print_fault(outcome, attempt.path, text.Pen(sys.stderr))
        return UNUSABLE
    with _Unread():
        if chosen.json:
            print(formats.run_json(case, served))
        else:
            text.print_run(case, served, attempt.path, attempt.text, text.Pen(sys.stdout))
    if chosen.timeline or chosen.picture:
        with _Unread():
            drawings.draw(chosen, f"case {listed.number}, {listed.title}", served)
    from kitchen.judge.diagnosis import crash

    # Where crates are spoiled, or guests raise, an error that isn't the attempt's own is all right.
    own_errors = bool(service.conditions.spoiled) or service.stage != "call"
    well = crash(served, case.guests_own) is None if own_errors else not served.errors
    return PASSED if outcome.finished and well else FAILED


def _run_again_and_again(
    case: "Case", service: "Service", seconds: float, engine: "Engine", attempt: "AttemptSource"
) -> int:
    """The same service on the real clock for so many seconds: how often did it go how?"""
    from time import monotonic

    from kitchen.report import text

    began, runs = monotonic(), []
    while monotonic() < began + seconds:
        (served,) = engine.serve([service], real=True)
        if served.outcome.file_at_fault:
            text.print_fault(served.outcome, attempt.path, text.Pen(sys.stderr))
            return UNUSABLE
        runs.append(served)
    with _Unread():
        text.print_tally(case, runs, monotonic() - began, text.Pen(sys.stdout))
    return PASSED if all(served.outcome.finished for served in runs) else FAILED


def _check(chosen: "argparse.Namespace", stoves: _Stoves) -> int:
    from kitchen import catalog

    every = chosen.case == "all"
    if every and chosen.file:
        raise Unusable("`--file` grades one file as one case; name the case instead of `all`.")
    wanted = list(catalog.listed()) if every else [catalog.find(chosen.case)]
    verdicts = []
    with stoves.engine() as engine:
        from kitchen.judge.grading import grade
        from kitchen.report import patience
        from kitchen.report.text import Pen

        for listed in wanted:
            attempt, replay = _attempt(listed, chosen.case, chosen.file)
            case = _loaded(listed)
            with patience.asked_for(listed.number, sys.stderr):
                verdict = grade(
                    listed, case, attempt, engine, services=chosen.services, replay=replay
                )
            verdicts.append(verdict)
            if chosen.format == "text" and chosen.output is None:
                with _Unread():
                    _show(verdict, Pen(sys.stdout), headed=every)
    if chosen.output is not None:
        _put(chosen.output, _formatted(chosen.format, verdicts) + "\n")
    elif chosen.format != "text":
        with _Unread():
            print(_formatted(chosen.format, verdicts))
    if any(verdict.fault for verdict in verdicts):
        return UNUSABLE
    return PASSED if all(verdict.passed for verdict in verdicts) else FAILED


def _list() -> int:
    from kitchen import catalog

    for listed in catalog.listed():
        print(f"  {listed.number:>2}  {listed.name:<20} {listed.title}")
    return PASSED


def _doctor(stoves: _Stoves) -> int:
    from kitchen.report import health

    with stoves.engine() as engine:
        for line in health.lines(engine.walls()):
            print(line)
    return PASSED


def _author_check(chosen: "argparse.Namespace") -> int:
    from kitchen import author, catalog, crew

    wanted = list(catalog.listed()) if chosen.case is None else [catalog.find(chosen.case)]
    _end_in_order_on_sigterm()
    return PASSED if author.check(wanted, chosen.jobs or crew.cores()) else FAILED


def _author_mutate(chosen: "argparse.Namespace", stoves: _Stoves) -> int:
    from pathlib import Path

    from kitchen import catalog, mutation

    listed = catalog.find(chosen.case)
    with stoves.engine() as engine:
        also = [Path(path) for path in chosen.also]
        return PASSED if mutation.mutate(listed, engine, also=also) else FAILED


def _author_new(chosen: "argparse.Namespace") -> int:
    from kitchen import originals, scaffold, workspace

    root = _own_root()
    for path in scaffold.make(chosen.number, chosen.name, root):
        print(f"made {workspace.shown(path)}")
    originals.pack(root)
    print(f"Now write what is marked `WRITE:`. `python -m kitchen author check {chosen.number}`")
    print("says whether the case is sound; it is now, and should be after every step.")
    return PASSED


def _own_root() -> "Path":
    """The lab's own repository. A learner's workspace is not the place to change the lab."""
    from kitchen import workspace

    if workspace.root() != workspace.own_root():
        raise Unusable(
            f"this changes the lab itself, and you are in the workspace {workspace.root()}. Go to "
            "a clone of the lab's repository, and run it from there."
        )
    return workspace.root()


def _author_pack() -> int:
    from kitchen import originals, workspace

    originals.pack(_own_root())
    print(f"packed {workspace.shown(originals.ARCHIVE)}")
    return PASSED


# --- what commands share ------------------------------------------------------------------------


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


def _loaded(listed: "Listed") -> "Case":
    """The case itself. Raises Unusable where something that it stands on isn't installed."""
    case = listed.load()
    if case.service(1).office:
        from importlib.util import find_spec

        if find_spec("diskcache_community") is None:
            raise Unusable(
                f"case {listed.number} is about processes that share a cache, and the package "
                "diskcache-community isn't installed here: `pip install diskcache-community`, or "
                "install the lab again as its README says."
            )
    return case


def _source(listed: "Listed", path: "Path") -> "AttemptSource":
    from kitchen import workspace
    from kitchen.judge.engine import AttemptSource

    return AttemptSource(workspace.shown(path), listed.stem, workspace.read(path))


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
        part.write_text(content, encoding="utf-8", errors="backslashreplace")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Unusable(f"{name} can't be written: {error.strerror}. Nothing was changed.") from None
