"""Evidence for a diagnosis, gathered in the replay of a failing service.

The tracer notes which asyncio primitives were made and where, who took them and gave them back,
what a caller held when it called the supplier, which tasks were made where, and which coroutines
nobody awaited. It changes nothing that the learner's code can see of the order of things.
"""

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable
from functools import wraps
from types import FrameType
from typing import Any

from kitchen.stove.frames import AttemptFile, describe
from kitchen.stove.line import Line

MOST_NOTES = 20_000

_Method = Callable[..., Any]


class Tracer:
    """Writes notes into the line. Tasks and primitives go by small numbers."""

    def __init__(self, line: Line, file: AttemptFile) -> None:
        self._line = line
        self._file = file
        self._notes = 0
        self._calls = 0  # calls of the learner's function begun so far
        self._things: list[Any] = []  # primitives; kept, so that no two share an identity
        self._numbers: dict[int, int] = {}  # id of a primitive -> its number
        self._made_at: dict[int, int] = {}  # number of a primitive -> line
        self._held: dict[int, list[int]] = {}  # task -> primitives it holds, in order taken
        self._taken_at: dict[tuple[int, int], int] = {}  # (task, primitive) -> line
        self._tasks: list[Any] = []

    def install(self, supplier: type, loop: asyncio.AbstractEventLoop) -> None:
        """Put the notes into asyncio's primitives, its tasks and the supplier's client."""
        for gate in (asyncio.Lock, asyncio.Semaphore):
            self._watch_gate(gate)
        for kind in (asyncio.Event, asyncio.Condition, asyncio.Queue):
            self._watch_making(kind)
        self._watch_tasks(loop)
        self._watch_sleep()
        self._watch_supplier(supplier)
        sys.set_coroutine_origin_tracking_depth(12)

    def calls(self) -> int:
        """Calls of the learner's function begun so far."""
        return self._calls

    def call_begins(self, number: int) -> None:
        """From here on, what is made belongs to call `number`."""
        self._calls = number + 1
        self.note("call", number, self._task())

    def last_words(self) -> None:
        """At the end: how tasks ended, and which did with what in their hands."""
        while self._tasks:
            self._last_words_of(self._tasks.pop(0))
        gc.collect()  # coroutines that nobody awaited, still in somebody's list

    def _last_words_of(self, task: Any) -> None:
        error = task.exception() if task.done() and not task.cancelled() else None
        if error is not None:
            kind, text, _, frames = describe(error, self._file)
            self.note("error", task.number, kind, text, frames[-1][0] if frames else 0)
        held = self._held.get(task.number, [])
        if held:
            failed = task.done() and (task.cancelled() or error is not None)
            how = "failed" if failed else "ended" if task.done() else "waits"
            self.note("kept", task.number, how, held)

    def tell(self, thing: Any) -> str:
        """What is known of a primitive, for people: where it was made, and who holds it."""
        number = self._numbers.get(id(thing))
        if number is None:
            return ""
        told = f"made at line {self._made_at[number]}"
        holders = [task for task, held in self._held.items() if number in held]
        if not holders:
            return told
        tasks = {task.number: task for task in self._tasks}
        gone = [task for task in holders if task not in tasks or tasks[task].done()]
        first = next((task for task in holders if task not in gone), holders[0])
        who = self._file.name_of(tasks[first]) if first in tasks else ""
        told += f", held by `{who or 'a task'}` since line {self._taken_at[first, number]}"
        if len(holders) > 1:
            told += f" and {len(holders) - 1} more"
        if gone:
            told += (
                f" ({len(gone)} of them ended already)" if holders != gone else " (ended already)"
            )
        return told

    def note(self, kind: str, *what: Any) -> None:
        """Write one note, unless there are very many already."""
        self._notes += 1
        if not self._full:
            self._line.note(kind, list(what))

    @property
    def _full(self) -> bool:
        """Whether so much was noted that no more will be: it takes time, too."""
        return self._notes > MOST_NOTES

    # --- who and where --------------------------------------------------------------------------

    def _task(self) -> int:
        """The number of the task that is running, or 0 (a callback)."""
        try:
            return int(getattr(asyncio.current_task(), "number", 0))
        except RuntimeError:
            return 0

    def _thing(self, thing: Any) -> int:
        return self._numbers.get(id(thing), 0)

    def _made_here(self, thing: Any) -> bool:
        """Whether the attempt made it: not a Condition its lock, nor a library its own."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and frame.f_locals.get("self") is thing:
            frame = frame.f_back  # the __init__ of a subclass
        return frame is not None and self._file.owns(frame.f_code)

    # --- what is watched --------------------------------------------------------------------------

    def _watch_making(self, kind: type) -> None:
        make: _Method = kind.__init__  # type: ignore[misc]

        @wraps(make)
        def init(thing: Any, *args: Any, **kwargs: Any) -> None:
            make(thing, *args, **kwargs)
            if id(thing) in self._numbers or not self._made_here(thing):
                return
            line = self._file.current_line()
            self._things.append(thing)
            number = self._numbers[id(thing)] = len(self._things)
            self._made_at[number] = line
            value = getattr(thing, "_value", getattr(thing, "_maxsize", 1))
            value = value if type(value) is int else -1
            self.note("made", number, type(thing).__name__, value, line, self._calls, self._task())

        kind.__init__ = init  # type: ignore[misc]

    def _watch_gate(self, kind: Any) -> None:
        self._watch_making(kind)
        acquire: Callable[..., Awaitable[bool]] = kind.acquire
        release: _Method = kind.release
        locked: _Method = kind.locked

        @wraps(acquire)
        async def watched_acquire(gate: Any) -> bool:
            if not self._thing(gate) or self._full:
                return await acquire(gate)
            task, line = self._task(), self._file.current_line()
            self.note("wants", self._thing(gate), task, line)
            got = await acquire(gate)
            self._held.setdefault(task, []).append(self._thing(gate))
            self._taken_at[task, self._thing(gate)] = line
            self.note("took", self._thing(gate), task, line)
            return got

        @wraps(release)
        def watched_release(gate: Any) -> None:
            task, number = self._task(), self._thing(gate)
            if number and not self._full:
                held = number in self._held.get(task, [])
                self._let_go(task, number)
                self.note("gave", number, task, self._file.current_line(), held)
            release(gate)

        @wraps(locked)
        def watched_locked(gate: Any) -> bool:
            caller = sys._getframe(1).f_code
            if self._file.owns(caller) and self._thing(gate):
                line = self._file.current_line()
                self.note("looked", self._thing(gate), self._task(), line)
            return bool(locked(gate))

        kind.acquire, kind.release, kind.locked = watched_acquire, watched_release, watched_locked

    def _let_go(self, task: int, number: int) -> None:
        """Of the holders of a gate the releasing task is first; a callback releases for another."""
        for holder in (task, *self._held):
            if number in self._held.get(holder, []):
                self._held[holder].remove(number)
                return

    def _watch_tasks(self, loop: asyncio.AbstractEventLoop) -> None:
        factory: Any = loop.get_task_factory()

        def make(loop: Any, coroutine: Any, **kwargs: Any) -> Any:
            task = factory(loop, coroutine, **kwargs)
            parent = self._task()
            self._tasks.append(task)
            held = list(self._held.get(parent, []))
            self.note("task", task.number, parent, self._file.current_line(), held)
            return task

        loop.set_task_factory(make)

    def _watch_sleep(self) -> None:
        sleep: _Method = asyncio.sleep

        @wraps(sleep)
        async def watched_sleep(delay: float, *args: Any, **kwargs: Any) -> Any:
            task = self._task()
            caller = sys._getframe(1)
            if self._file.owns(caller.f_code):
                held = list(self._held.get(task, []))
                self.note("slept", task, caller.f_lineno, held, min(float(delay), 1e9))
            return await sleep(delay, *args, **kwargs)

        asyncio.sleep = watched_sleep
        asyncio.tasks.sleep = watched_sleep

    def _watch_supplier(self, supplier: Any) -> None:
        deliver: Callable[..., Awaitable[Any]] = supplier.deliver

        def watched_deliver(this: Any, item: Any) -> Any:
            made_by, made_at = self._task(), self._file.current_line()
            held_then = list(self._held.get(made_by, []))

            async def begun() -> Any:
                task = self._task()
                held = list(self._held.get(task, []))
                line = self._file.current_line()
                self.note("asks", str(item), task, line, held, made_by, made_at, held_then)
                return await deliver(this, item)

            begun.__qualname__ = begun.__name__ = "Supplier.deliver"
            return begun()

        supplier.deliver = watched_deliver
