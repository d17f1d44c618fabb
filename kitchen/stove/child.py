"""One service in a fresh fork: run the learner's file in a new module, then serve the world.

Whatever the learner's code does to this process, it does to this process only.
"""

import difflib
import inspect
import io
import itertools
import linecache
import os
import random
import socket
import sys
import tokenize
import types
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from kitchen.stove import client, files, semaphores, stages
from kitchen.stove.clock import Clock
from kitchen.stove.desk import DESK
from kitchen.stove.driver import Driver, FileAtFault
from kitchen.stove.frames import AttemptFile, describe
from kitchen.stove.line import Line
from kitchen.stove.locks import TOLD
from kitchen.stove.loop import KitchenLoop
from kitchen.stove.points import Points, install
from kitchen.stove.stages.stock import Office
from kitchen.stove.strands import FLOOR
from kitchen.stove.thread_tracing import ThreadTracer
from kitchen.stove.tracing import Tracer

SEED = 1
"""For `random`, in every service the same: it must not tell an attempt which service it is in."""


class Attempt:
    """The learner's file, as it came over the line: compiled once, run in every fork."""

    def __init__(self, path: str, stem: str, source: bytes, points: bool) -> None:
        self.stem = stem
        self.path = path
        self.fault: FileAtFault | None = None
        self.code: types.CodeType | None = None
        self.points: Points | None = None
        self.file = AttemptFile(path, source.decode("utf-8", "replace").splitlines(), stem)
        try:
            self.file = AttemptFile(path, source.decode(_encoding(source)).splitlines(), stem)
            with warnings.catch_warnings(action="ignore"):
                self.code = compile(source, path, "exec", dont_inherit=True)
        except UnicodeDecodeError as error:
            line = source[: error.start].count(b"\n") + 1
            text = f"it is not written in {error.encoding}: byte {error.start + 1} can't be read"
            self.fault = FileAtFault(f"{text}. Save it as UTF-8.", line)
        except SyntaxError as error:
            where = (error.lineno or 0, (error.text or "").strip())
            self.fault = FileAtFault(f"{type(error).__name__}: {error.msg}", *where)
        except (ValueError, LookupError, RecursionError, MemoryError, OverflowError) as error:
            self.fault = FileAtFault(f"it can't be compiled: {error}")
        if self.code is not None and points:
            self.points = Points(self.code)
        text = "".join(f"{line}\n" for line in self.file.lines)
        linecache.cache[path] = (len(text), None, text.splitlines(True), path)


def _encoding(source: bytes) -> str:
    """The one that the file says it is written in. Raises SyntaxError, or UnicodeDecodeError."""
    try:
        return tokenize.detect_encoding(io.BytesIO(source).readline)[0]
    except SyntaxError:
        source.decode()  # letters in the first two lines that aren't UTF-8 are told as such
        raise


class Fixtures(NamedTuple):
    """What the template has made ready, and every fork uses as its own."""

    clock: Clock
    loop: KitchenLoop
    kitchen: types.ModuleType
    """`kitchen` as a learner imports it."""
    gate: types.CodeType
    """The module of a ready-made `PrioritySemaphore`, for cases that hand one in."""
    office: types.CodeType
    """The module of the office, for cases that have one."""


def serve(
    attempt: Attempt,
    fixtures: Fixtures,
    office: Any,
    connection: socket.socket,
    out: int,
    unborn: dict[int, int],
) -> NoReturn:
    """Be a stove of one service; `office` is its cache, if it has one. Ends the process.

    `unborn`: the stoves that it will fork into, each with the descriptor of its line.
    """
    _fresh_process(out)
    line = Line(connection, FLOOR)
    line.unborn = unborn
    setup = line.open()
    random.seed(SEED + setup.get("number", 0))
    if "process" in setup:
        _number_process(setup["process"])
    if setup.get("office"):
        DESK.open(line, setup["stops"])
        files.take_turns(DESK, office.directory)
        if "multiprocessing" in sys.modules:  # the attempt's imports are made beforehand
            semaphores.install()
    fixtures.clock.line = line
    TOLD.file = attempt.file
    line.stops_loop = setup["stage"] not in stages.PLAIN
    switchboard = client.Switchboard(line)
    supplier = client.supplier_class(switchboard, setup["limit"])
    fixtures.kitchen.Supplier = supplier  # type: ignore[attr-defined]
    tracer = Tracer(line, attempt.file) if setup["trace"] else None
    gate = None
    if setup["stage"] == "stock":
        gate = _ready_made(fixtures)
        fixtures.kitchen.Office = Office  # type: ignore[attr-defined]
        fixtures.kitchen.PrioritySemaphore = gate  # type: ignore[attr-defined]
    driver = Driver(
        line, switchboard, supplier(), attempt.file, tracer, fixtures.loop, gate, office
    )
    threads = None
    if tracer is not None:
        tracer.install(supplier, driver.loop)
        number = setup.get("number", 0)
        threads = ThreadTracer(tracer.note, tracer.calls, attempt.file, FLOOR, number)
        threads.install(supplier)
        if setup.get("office") and not setup["keeps books"]:
            DESK.noted = threads.at_office(office)
            fixtures.clock.noted = threads.slept
        driver.worker_for = threads.worker_for

    def run() -> None:
        FLOOR.be_late_at(setup["late"], setup["late for"])
        if attempt.points is not None:
            passed = FLOOR.point if threads is None else threads.passing(FLOOR.point)
            FLOOR.on_start = install(attempt.points, passed)
        if setup.get("keeps books"):
            driver.run(types.ModuleType("books"), {**setup, "stage": "books"})
        else:
            module = _load(attempt)
            _check_entry(module, attempt, setup["what"], setup["function"], setup["arguments"])
            driver.run(module, setup)

    def be_born() -> None:
        own = line.open()
        random.seed(SEED + own["number"])
        if own["office"]:
            DESK.open(line, own["stops"])
        if threads is not None:
            threads.be_of(own["number"])
        _to_the_end(driver.go_on_alone, line, attempt, driver)

    line.on_birth = be_born
    _to_the_end(run, line, attempt, driver)


def _to_the_end(run: Callable[[], None], line: Line, attempt: Attempt, driver: Driver) -> NoReturn:
    """Run this, and tell the world how it ended; with that the process ends."""
    try:
        run()
    except FileAtFault as fault:
        line.say(["fault", fault.text, fault.line, fault.source])
    except SystemExit as error:
        trace = describe(error, attempt.file)[3]
        line.say(["exited", repr(error.code), trace[-1][0] if trace else 0])
    except BaseException as error:
        line.say(["crashed", describe(error, attempt.file), driver.started])
    else:
        line.say(["exited", "the event loop was stopped", 0])
    line.part()
    raise AssertionError("unreachable")


def _plainly_takes(entry: Any, arguments: list[str]) -> bool:
    """Whether it is a plain function, or a class with a plain `__init__`, of so many arguments.

    `inspect.signature` knows everything, and takes half a millisecond: a tenth of a service.
    """
    function, given = entry, len(arguments)
    if type(entry) is type and "__new__" not in vars(entry):
        function, given = vars(entry).get("__init__"), given + 1
    if type(function) is not types.FunctionType or "*" in arguments or vars(function):
        return False
    code = function.__code__
    most = code.co_argcount
    return most - len(function.__defaults__ or ()) <= given <= most and not code.co_kwonlyargcount


def _ready_made(fixtures: Fixtures) -> Any:
    """The class `PrioritySemaphore`."""
    names: dict[str, Any] = {"__name__": "kitchen"}
    exec(fixtures.gate, names)
    return names["PrioritySemaphore"]


def _fresh_process(out: int) -> None:
    os.setpgid(0, 0)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.close(out)
    sys.breakpointhook = _no_keyboard


def _number_process(number: int) -> None:
    """The process's number, as the service has it; a fork of the learner's own has another."""
    numbers = itertools.count(number, 1000)
    current = [next(numbers)]
    module: Any = os
    module.getpid = lambda: current[0]
    module.kill = _asking(os.kill)
    os.register_at_fork(after_in_child=lambda: current.__setitem__(0, next(numbers)))


def _asking(kill: Callable[[int, int], None]) -> Callable[[int, int], None]:
    """`os.kill`: to ask whether a process of the same user lives is allowed, walls or not."""

    def asking(number: int, signal: int, /) -> None:
        try:
            kill(number, signal)
        except PermissionError:
            if signal:
                raise

    return asking


def _no_keyboard(*args: Any, **kwargs: Any) -> NoReturn:
    raise RuntimeError(
        "there is no keyboard in the kitchen: breakpoint() and input() can't be used"
    )


def _load(attempt: Attempt) -> types.ModuleType:
    if attempt.fault is not None:
        raise attempt.fault
    assert attempt.code is not None
    module = types.ModuleType(attempt.stem)
    module.__file__ = attempt.path
    sys.modules[attempt.stem] = module
    module.__dict__["input"] = _no_keyboard
    exec(attempt.code, module.__dict__)
    return module


def _check_entry(
    module: types.ModuleType, attempt: Attempt, what: str, function: str, arguments: list[str]
) -> None:
    """The function or class that the case calls is there, and can be called as the case does."""
    shape = f"{function}({', '.join(arguments)})"
    entry: Callable[..., Any] | None = getattr(module, function, None)
    if entry is None:
        own = inspect.isclass if what == "class" else inspect.isfunction
        names = [name for name, value in vars(module).items() if own(value)]
        near = difflib.get_close_matches(function, names, 1, 0.6)
        hint = f" Is it the one now called `{near[0]}`?" if near else ""
        raise FileAtFault(f"there is no {what} `{function}` in it.{hint} The case calls {shape}.")
    line = getattr(getattr(entry, "__code__", None), "co_firstlineno", 0)
    source = attempt.file.line(line).strip()
    if not callable(entry):
        raise FileAtFault(f"`{function}` is no {what}. The case calls {shape}.")
    if _plainly_takes(entry, arguments):
        return
    try:
        star = arguments.index("*") if "*" in arguments else len(arguments)
        by_name = dict.fromkeys(arguments[star + 1 :])
        inspect.signature(entry).bind(*arguments[:star], **by_name)
    except TypeError as error:
        text = f"`{function}` can't be called as {shape}: {error}."
        raise FileAtFault(text, line, source) from None
    except ValueError:
        return  # no signature to be had: calling it will tell
