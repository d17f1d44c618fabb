"""Evidence about threads, gathered in the replay of a failing service.

Which locks the learner's code made and where, who took them and gave them back, what a thread held
when it called the supplier, how threads began and died, and which lines they went through in which
order. It changes nothing that the learner's code can see of the order of things.
"""

import asyncio
import queue
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, thread
from functools import wraps
from types import CodeType, FrameType
from typing import Any
from weakref import WeakKeyDictionary, WeakSet, ref

from kitchen.stove.frames import AttemptFile
from kitchen.stove.locks import THE_CALLER, THE_LOOP, TOLD, Known, TurnLock
from kitchen.stove.strands import Floor, Strand, plain
from kitchen.world.wire import FIRST_STRAND, STRANDS_OF_STOVE

_Method = Callable[..., Any]


def _has_loop() -> bool:
    """Whether an event loop runs in this thread."""
    return asyncio._get_running_loop() is not None


_Note = Callable[..., None]


def _shown(thing: Any) -> str:
    """A key or a result as people see it; nothing of a learner's own is run for it."""
    return repr(thing) if type(thing) in (str, int, float, bool, bytes, type(None)) else "..."


def _shown_key(key: Any) -> str:
    """The same of a key, which may be made of several."""
    return f"({', '.join(map(_shown, key))})" if type(key) is tuple else _shown(key)


class ThreadTracer:
    """Writes notes about strands, and about what they wait for and hold."""

    def __init__(
        self,
        note: _Note,
        calls: Callable[[], int],
        file: AttemptFile,
        floor: Floor,
        stove: int = 0,
    ) -> None:
        self._note = note
        self.be_of(stove)
        self._calls = calls  # of the learner's function, begun so far
        self._file = file
        self._floor = floor
        self._things: list[Any] = []  # primitives; kept, so that no two share an identity
        self._numbers: dict[int, int] = {}  # id of a primitive -> its number
        self._made_at: dict[int, int] = {}  # number of a primitive -> line
        self._places: dict[int, int] = {}  # number of a primitive -> how many may hold it
        self._held: dict[int, list[int]] = {}  # strand -> primitives it holds, in order taken
        self._taken_at: dict[tuple[int, int], int] = {}  # (strand, primitive) -> line
        self._strands: dict[int, Strand] = {}  # by number
        self._task_of: dict[int, str] = {}  # primitive -> the task of the loop that holds it
        # Held weakly: what a future holds must go when the learner's code lets go of it.
        self._works: WeakKeyDictionary[Any, str] = WeakKeyDictionary()  # a pool's future -> who
        self._wrapped: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()  # a loop's -> a pool's
        self._of_loop: WeakSet[Any] = WeakSet()  # futures that only the event loop can settle
        self._last_line: dict[int, int] = {}  # strand -> the line it was last seen at
        self._lines: dict[int, list[tuple[int, int, int]]] = {}  # id of a code -> its positions

    def be_of(self, stove: int) -> None:
        """The stove whose strands these are from now on."""
        self._first = FIRST_STRAND + stove * STRANDS_OF_STOVE

    def install(self, supplier: Any) -> None:
        """Put the notes into the primitives, the starting of threads, and the supplier's phone."""
        modules: dict[str, Any] = {"threading": threading}
        for gate in (TurnLock, modules["threading"]._RLock, threading.Semaphore):
            self._watch_gate(gate)
        self._watch_release(threading.BoundedSemaphore)  # it has one of its own
        for kind in (threading.Condition, threading.Event, threading.Barrier, queue.Queue):
            self._watch_making(kind)
        self._watch_making(ThreadPoolExecutor)
        self._watch_condition()
        self._watch_start()
        self._watch_futures()
        self._watch_loops()
        self._watch_phone(supplier)
        TOLD.describe = self._describe
        TOLD.died = lambda name, *told: self._note("died", self._me(), plain(name), *told)
        self._floor.on_late = self._late

    def passing(self, point: Callable[[CodeType, int], None]) -> Callable[[CodeType, int], None]:
        """What to do at a turn point, with a note of the line before it."""

        def passed(code: CodeType, offset: int) -> None:
            line, me = self._position(code, offset)[0], self._me()
            if self._last_line.get(me) != line and code.co_filename == self._file.path:
                self._last_line[me] = line
                self._note("step", me, line)
            point(code, offset)

        return passed

    def at_office(self, office: Any) -> Callable[[str, Any, Any, Any], None]:
        """What to do when an operation on a cache is over: name, cache, key and result."""

        def over(name: str, cache: Any, key: Any, result: Any) -> None:
            shared = cache is None or cache.directory == office.directory
            line = self._file.current_line()
            told = plain(_shown_key(key)), plain(_shown(result))
            self._note("office", self._me(), name, *told, shared, line)

        return over

    def slept(self, seconds: float) -> None:
        """A strand has slept."""
        me = self._me()
        held = list(self._held.get(me, []))
        self._note("slept", me, self._file.current_line(), held, float(seconds))

    # --- who and where --------------------------------------------------------------------------

    def _me(self) -> int:
        return self._first + self._floor.me.number

    def _thing(self, thing: Any) -> int:
        return self._numbers.get(id(thing), 0)

    def _made_here(self, thing: Any) -> bool:
        """Whether the attempt made it: not a Condition its lock, nor a library its own."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and (
            frame.f_locals.get("self", frame) is thing or frame.f_code.co_filename == "<string>"
        ):
            frame = frame.f_back  # the __init__ of a subclass, or that of a dataclass
        return frame is not None and self._file.owns(frame.f_code)

    def _position(self, code: CodeType, offset: int) -> tuple[int, int, int]:
        """Line, first and last column of the instruction at this offset."""
        if id(code) not in self._lines:
            self._lines[id(code)] = [
                (line or 0, start or 0, end or 0 if last == line else 0)
                for line, last, start, end in code.co_positions()
            ]
        return self._lines[id(code)][offset // 2]

    def _late(self, strand: Strand, code: CodeType | None, offset: int) -> None:
        """A strand is late: at a point of the learner's code, or (None) while it could go on."""
        line, start, end = (0, 0, 0) if code is None else self._position(code, offset)
        if code is not None and code.co_filename != self._file.path:
            line, start, end = self._last_line.get(self._first + strand.number, 0), 0, 0
        held = list(self._held.get(self._first + strand.number, []))
        self._note("late", self._first + strand.number, line, start, end, held)
        self._last_line.pop(self._first + strand.number, None)

    def _describe(self, lock: TurnLock) -> Known:
        """What is known of the lock that somebody waits for: where it was made and who holds it."""
        thing: Any = lock
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and not self._file.owns(frame.f_code):
            owner = frame.f_locals.get("self")
            thing = owner if self._thing(owner) or self._is_of_loop(owner) else thing
            frame = frame.f_back
        number = self._thing(thing)
        if not number:
            return Known("", THE_LOOP if self._is_of_loop(thing) else "")
        told = f"made at line {self._made_at[number]}"
        holders = [strand for strand, held in self._held.items() if number in held]
        if not holders or self._places.get(number, 1) < 1:
            return Known(told)  # a semaphore made without a place is a signal: nobody holds it
        first = holders[0]
        task = self._task_of.get(number, "")
        whom = "itself" if first == self._me() and not task else "{holder}"
        told += f", held by {whom} since line {self._taken_at[first, number]}"
        told += f" and {len(holders) - 1} more" if len(holders) > 1 else ""
        return Known(told, self._strands.get(first, self._floor.main), task or THE_CALLER)

    # --- what is watched ------------------------------------------------------------------------

    def _watch_making(self, kind: Any) -> None:
        make: _Method = kind.__init__

        @wraps(make)
        def init(self_: Any, *args: Any, **kwargs: Any) -> None:
            make(self_, *args, **kwargs)
            if id(self_) in self._numbers or not self._made_here(self_):
                return
            line = self._file.current_line()
            self._things.append(self_)
            number = self._numbers[id(self_)] = self._first + len(self._things)
            self._made_at[number] = line
            names = ("_value", "maxsize", "_max_workers", "_parties")
            value = next((getattr(self_, n) for n in names if hasattr(self_, n)), 1)
            value = value if type(value) is int else -1
            name = "Lock" if kind is TurnLock else type(self_).__name__.strip("_")
            self._places[number] = value
            self._note("made", number, f"threading.{name}", value, line, self._calls(), self._me())

        kind.__init__ = init

    def _watch_gate(self, kind: Any) -> None:
        self._watch_making(kind)
        acquire: _Method = kind.acquire

        @wraps(acquire)
        def watched_acquire(gate: Any, *args: Any, **kwargs: Any) -> Any:
            number = self._thing(gate)
            if not number:
                return acquire(gate, *args, **kwargs)
            line = self._file.current_line()
            self._note("wants", number, self._me(), line)
            got = acquire(gate, *args, **kwargs)
            if got:
                self._takes(number, line)
            return got

        kind.acquire = watched_acquire
        self._watch_release(kind)
        if kind is not TurnLock:
            kind.__enter__ = watched_acquire

    def _watch_release(self, kind: Any) -> None:
        release: _Method = kind.release

        @wraps(release)
        def watched_release(gate: Any, *args: Any, **kwargs: Any) -> None:
            number = self._thing(gate)
            if number:
                self._gives(number)
            release(gate, *args, **kwargs)

        kind.release = watched_release

    def _takes(self, number: int, line: int) -> None:
        me = self._me()
        self._held.setdefault(me, []).append(number)
        self._taken_at[me, number] = line
        self._task_of.pop(number, None)
        task = asyncio.current_task() if _has_loop() else None
        if task is not None:
            part = str(getattr(task, "part", ""))
            self._task_of[number] = part or self._file.running()
        self._note("took", number, me, line)

    def _gives(self, number: int) -> None:
        me = self._me()
        held = number in self._held.get(me, [])
        for holder in (me, *self._held):  # another thread may release for the one that took it
            if number in self._held.get(holder, []):
                self._held[holder].remove(number)
                break
        self._note("gave", number, me, self._file.current_line(), held)

    def _watch_condition(self) -> None:
        """A Condition is held from its `with` on, and not while it waits."""
        kind: Any = threading.Condition
        enter, leave, wait = kind.__enter__, kind.__exit__, kind.wait

        def watched_enter(condition: Any) -> Any:
            number, line = self._thing(condition), self._file.current_line()
            if number:
                self._note("wants", number, self._me(), line)
            entered = enter(condition)
            if number:
                self._takes(number, line)
            return entered

        def watched_exit(condition: Any, *args: Any) -> Any:
            if self._thing(condition):
                self._gives(self._thing(condition))
            return leave(condition, *args)

        @wraps(wait)
        def watched_wait(condition: Any, *args: Any, **kwargs: Any) -> Any:
            number = self._thing(condition)
            if not number or number not in self._held.get(self._me(), []):
                return wait(condition, *args, **kwargs)
            line = self._file.current_line()
            self._gives(number)
            try:
                return wait(condition, *args, **kwargs)
            finally:
                self._takes(number, line)

        kind.__enter__, kind.__exit__, kind.wait = watched_enter, watched_exit, watched_wait

    def _watch_start(self) -> None:
        start = self._floor.start

        def watched_start(*args: Any) -> Strand:
            parent, line = self._me(), self._file.current_line()
            strand = start(*args)
            number = self._first + strand.number
            self._strands[number] = strand
            self._note("task", number, parent, line, list(self._held.get(parent, [])))
            self._note("thread", number, plain(strand.name))
            return strand

        self._floor.start = watched_start  # type: ignore[method-assign, assignment]

    def _watch_futures(self) -> None:
        """Which thread works for which future, and which futures wait for the event loop."""
        run: _Method = thread._WorkItem.run
        wrap: _Method = asyncio.futures.wrap_future
        submit: _Method = asyncio.run_coroutine_threadsafe

        @wraps(run)
        def watched_run(item: Any) -> None:
            self._works[item.future] = self._floor.me.name
            run(item)

        @wraps(wrap)
        def watched_wrap(future: Any, **kwargs: Any) -> Any:
            wrapped = wrap(future, **kwargs)
            self._wrapped[wrapped] = ref(future)
            return wrapped

        @wraps(submit)
        def watched_submit(*args: Any) -> Any:
            future = submit(*args)
            self._of_loop.add(future)
            return future

        modules: dict[str, Any] = {"pool": thread, "futures": asyncio.futures, "asyncio": asyncio}
        modules["pool"]._WorkItem.run = watched_run
        modules["futures"].wrap_future = modules["asyncio"].wrap_future = watched_wrap
        modules["asyncio"].run_coroutine_threadsafe = watched_submit

    def _is_of_loop(self, thing: Any) -> bool:
        return isinstance(thing, Future) and thing in self._of_loop

    def _watch_loops(self) -> None:
        """Who puts something before an event loop from another thread, in a way that isn't safe."""
        kind: Any = asyncio.BaseEventLoop
        soon: _Method = kind.call_soon

        @wraps(soon)
        def watched_soon(loop: Any, *args: Any, **kwargs: Any) -> Any:
            runs_in = loop._thread_id
            if runs_in is not None and runs_in != self._floor.me.ident:
                self._note("foreign", self._file.current_line(), self._me())
            return soon(loop, *args, **kwargs)

        kind.call_soon = watched_soon

    def worker_for(self, future: Any) -> str:
        """The thread that works for what a task awaits, if that is known."""
        wrapped = None if future is None else self._wrapped.get(future)
        source = None if wrapped is None else wrapped()
        return "" if source is None else self._works.get(source, "")

    def _watch_phone(self, supplier: Any) -> None:
        phone: _Method = supplier.phone

        @wraps(phone)
        def watched_phone(this: Any, item: Any) -> Any:
            me, held = self._me(), list(self._held.get(self._me(), []))
            line = self._file.current_line()
            self._note("asks", str(item), me, line, held, me, 0, held)
            return phone(this, item)

        supplier.phone = watched_phone
