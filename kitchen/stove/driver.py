"""Acts out the script: begins calls, cancels them, says how they ended. A stage does the calling.

What happens when is the world's to say. The driver only does it, in the order it was told.
"""

import asyncio
import inspect
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from types import ModuleType
from typing import Any, NoReturn

from kitchen.stove import stages
from kitchen.stove.client import Switchboard
from kitchen.stove.frames import AttemptFile, describe, who_waits
from kitchen.stove.line import ANSWERS, Events, Line
from kitchen.stove.loop import KitchenLoop, OrderedTask
from kitchen.stove.stages.tools import Tools
from kitchen.stove.tracing import Tracer

MOST_MODULES = 1_000
"""Names of imported modules that are told; a few more or less are no matter."""


class FileAtFault(Exception):
    """The learner's file can't be used: what is wrong, the line, its text."""

    def __init__(self, text: str, line: int = 0, source: str = "") -> None:
        super().__init__(text)
        self.text, self.line, self.source = text, line, source


class Driver:
    """One stove's part in one service."""

    def __init__(
        self,
        line: Line,
        switchboard: Switchboard,
        supplier: Any,
        file: AttemptFile,
        tracer: Tracer | None,
        loop: KitchenLoop,
        gate: Any = None,
        office: Any = None,
    ) -> None:
        self._gate, self._office = gate, office
        self._line = line
        self._switchboard = switchboard
        self._supplier = supplier
        self._file = file
        self._tracer = tracer
        self._module: ModuleType | None = None
        self._stage: stages.Stage | None = None
        self._fault: FileAtFault | None = None
        self._early: Events = []
        self._plain = False  # the script's calls are plain functions, and no loop runs them
        self._begun: deque[tuple[int, str, list[Any]]] = deque()  # such calls, not yet made
        self._modules = len(sys.modules)  # later ones are the attempt's doing
        self.worker_for: Callable[[Any], str] = lambda future: ""
        """The thread that works for what a task awaits, if that is known."""
        self.started = False
        """Whether the file was imported, and the loop ran."""
        self._calls: dict[int, asyncio.Task[None]] = {}
        self.loop = loop
        self._connect(loop)
        # A learner's own `asyncio.run` gets a loop on the world's clock too.
        asyncio.DefaultEventLoopPolicy._loop_factory = self._new_loop  # type: ignore[attr-defined]
        line.who_waits = self._who_waits
        line.before_end = self._before_end
        line.current_line = file.current_line
        warnings._warn_unawaited_coroutine = self._unawaited  # type: ignore[attr-defined]

    def run(self, module: ModuleType, setup: Mapping[str, Any]) -> None:
        """Serve until the world says that it is over. Does not return by itself."""
        self._plain = setup["stage"] in stages.PLAIN
        self.start(module, setup)
        if self._plain:
            self._run_plainly()
        self.loop.run_forever()
        if self._fault is not None:
            raise self._fault

    def go_on_alone(self) -> NoReturn:
        """In a fork of the stove: the calls that the script has for it, and none begun before."""
        self._begun.clear()
        self._run_plainly()

    def _run_plainly(self) -> NoReturn:
        """Calls are made one after another, by the main strand, without any event loop."""
        while True:
            self.handle(self._line.wait(None))
            while self._begun:
                self._call_plainly(*self._begun.popleft())

    def start(self, module: ModuleType, setup: Mapping[str, Any]) -> None:
        """The module whose functions the script calls, and the world's set-up."""
        self._module = module
        tools = Tools(
            module,
            setup["function"],
            setup["given"],
            self._supplier,
            self._switchboard,
            self.loop,
            self._gate,
            self._office,
        )
        self._stage = stages.make(setup["stage"], tools)
        self.started = True
        early, self._early = self._early, []
        self.handle(early)

    def _new_loop(self) -> KitchenLoop:
        loop = KitchenLoop()
        self._connect(loop)
        return loop

    def _connect(self, loop: KitchenLoop) -> None:
        loop.connect(self._line, self.handle)
        loop.set_exception_handler(self._unretrieved)

    def _unretrieved(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What asyncio says of an error that nobody looked at, in a line, without our frames."""
        error = context.get("exception")
        told = str(context.get("message", "")).replace("OrderedTask", "Task")
        if isinstance(error, BaseException):
            kind, text, _, frames = describe(error, self._file)
            told += f": {kind}: {text}" if text else f": {kind}"
            told += f" (line {frames[-1][0]})" if frames else ""
        print(told, file=sys.stderr)

    def _unawaited(self, coroutine: Any) -> None:
        """As Python's own warning, which would show our frames where it came about."""
        line = 0
        for path, at, _ in getattr(coroutine, "cr_origin", None) or ():
            line = line or (at if path == self._file.path else 0)
        name = str(getattr(coroutine, "__qualname__", ""))
        if self._tracer is not None:
            self._tracer.note("unawaited", name, line)
        where = f" (made at line {line})" if line else ""
        print(f"RuntimeWarning: coroutine '{name}' was never awaited{where}", file=sys.stderr)

    def handle(self, events: Events) -> None:
        """What the world told with this turn."""
        for event in events:
            kind = event[0]
            if not self.started and kind not in ANSWERS:
                self._early.append(event)  # the file runs a loop of its own while it is imported
            elif kind in ANSWERS:
                self._switchboard.connect(event)
            elif kind == "begin":
                if self._plain:
                    self._begun.append(tuple(event[1:]))
                else:
                    self._begin(*event[1:])
            elif kind == "cancel" and event[1] in self._calls:
                # In its place among what else happens in this turn, and not before all of it.
                self.loop.call_soon(self._calls[event[1]].cancel)
            elif kind == "tell" and self._stage is not None:
                self._stage.tell(*event[1:])

    def _begin(self, number: int, function: str, args: list[Any]) -> None:
        task = self.loop.create_task(self._perform(number, function, args))
        if isinstance(task, OrderedTask) and not hasattr(self._module, function):
            task.part = f"{function} {args[0]}"
        self._calls[number] = task

    async def _perform(self, number: int, function: str, args: list[Any]) -> None:
        """One call of the script, and how it ended."""
        assert self._stage is not None
        with self._told(number):
            awaited = self._stage.begin(function, args)
            if not inspect.isawaitable(awaited):
                self._not_awaitable(function, awaited)
            await awaited

    def _call_plainly(self, number: int, function: str, args: list[Any]) -> None:
        """One call of the script, of a plain function, and how it ended."""
        assert self._stage is not None
        with self._told(number):
            given = self._stage.begin(function, args)
            if inspect.isawaitable(given) or inspect.isgenerator(given):
                self._not_plain(function, given)

    @contextmanager
    def _told(self, number: int) -> Iterator[None]:
        """While a call is made: the world hears how it ended."""
        if self._tracer is not None:
            self._tracer.call_begins(number)
        try:
            yield
        except (SystemExit, KeyboardInterrupt, FileAtFault):
            raise
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError) and not self._plain:
                self._line.say(["done", number, "cancelled", None])
            else:
                self._line.say(["done", number, "raised", describe(error, self._file)])
        else:
            self._line.say(["done", number, "returned", None])

    def _not_plain(self, name: str, given: Any) -> NoReturn:
        """The learner's function is none that just returns: nothing can be served."""
        line = self._line_of(name)
        if inspect.iscoroutine(given):
            given.close()
        if not inspect.isgenerator(given):
            text = f"`{name}` must be a plain `def`: the case calls it without an event loop."
        else:
            text = f"`{name}` can't be a generator: it must return its result."
        raise FileAtFault(text, line, self._file.line(line).strip())

    def _line_of(self, name: str) -> int:
        """Where a function of the module begins; 0 where that isn't known."""
        code = getattr(getattr(self._module, name, None), "__code__", None)
        return int(getattr(code, "co_firstlineno", 0))

    def _not_awaitable(self, name: str, given: object) -> None:
        """The learner's function is none that can be awaited: nothing can be served."""
        line = self._line_of(name)
        if inspect.isasyncgen(given) or inspect.isgenerator(given):
            text = f"there is a `yield` in `{name}`: it can't be awaited. It must only `await`."
        else:
            kind = type(given).__name__
            text = f"`{name}` must be `async def`: it gave {kind}, which can't be awaited."
        self._fault = FileAtFault(text, line, self._file.line(line).strip())
        self.loop.stop()

    def _who_waits(self) -> list[Any]:
        stops = asyncio.current_task(self.loop)  # it stops the loop, and is told as that
        tasks = [t for t in asyncio.all_tasks(self.loop) if not t.done() and t is not stops]
        tasks.sort(key=hash)
        tell = self._tracer.tell if self._tracer is not None else lambda thing: ""
        return who_waits(tasks, self._file, tell, self.worker_for)

    def _before_end(self) -> None:
        # From the end, so that nobody touches the names that were there before the fork.
        later = islice(reversed(sys.modules), max(0, len(sys.modules) - self._modules))
        new = [name for name in later if _is_name(name) and name != self._file.stem]
        if new:
            self._line.say(["imported", new[:MOST_MODULES]])
        if self._tracer is not None:
            self._tracer.last_words()
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BaseException:
                # Whatever the learner made of it: its last words are lost, not the service.
                continue


def _is_name(name: object) -> bool:
    """What a module may be called; a learner's code can put anything among the modules."""
    return type(name) is str and len(name) <= 200 and name.isascii()
