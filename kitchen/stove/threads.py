"""`threading`, `queue` and `concurrent.futures` on strands, unchanged in the learner's eyes.

Put there before anything makes a lock of theirs. The modules themselves stay as they are: only
what they stand on is exchanged: the lock, the start of a thread, and the waiting for its end
(which CPython 3.11 and 3.12 do by a lock that the thread's end releases, 3.13 by a handle).
"""

import _thread
import queue
import sys
import threading
from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import Any, NoReturn

from kitchen.stove.frames import describe
from kitchen.stove.locks import TOLD, TurnLock
from kitchen.stove.strands import FLOOR, Strand


def install() -> None:
    """Put strands under the three modules."""
    modules: dict[str, Any] = {"threading": threading, "queue": queue, "_thread": _thread}
    pure_rlock = modules["threading"]._PyRLock
    modules["threading"].Lock = TurnLock
    modules["threading"]._allocate_lock = TurnLock
    modules["threading"].RLock = pure_rlock
    modules["_thread"].allocate_lock = modules["_thread"].allocate = TurnLock
    simple_queue = modules["queue"]._PySimpleQueue
    simple_queue.__name__ = simple_queue.__qualname__ = "SimpleQueue"
    modules["queue"].SimpleQueue = simple_queue
    pure_rlock.__reduce__ = _no_copy
    FLOOR.on_error = _unhandled
    for name in ("start_new_thread", "start_new"):
        setattr(_thread, name, start_new_thread)
    modules["threading"]._start_new_thread = start_new_thread
    if hasattr(threading, "_set_sentinel"):
        modules["threading"]._set_sentinel = modules["_thread"]._set_sentinel = _end_lock
    if hasattr(threading, "_start_joinable_thread"):
        modules["_thread"].start_joinable_thread = start_joinable_thread
        modules["threading"]._start_joinable_thread = start_joinable_thread
        modules["threading"]._ThreadHandle = modules["_thread"]._ThreadHandle = Handle
    threading.excepthook = modules["threading"].__excepthook__ = _excepthook
    # Whoever took the lock in C before is given this one: it would hold up the whole process.
    modules["_thread"].RLock = pure_rlock
    for module in list(sys.modules.values()):
        if getattr(module, "RLock", pure_rlock) is not pure_rlock:
            vars(module)["RLock"] = pure_rlock
    _number(threading.Thread)


class ForkOfOne:
    """A fork of a process with one thread leaves `threading` nothing to put right.

    It sets its locks and its list of threads in order after every fork, which takes a tenth of the
    time that a stove takes to start.
    """

    def __init__(self) -> None:
        self._after_fork: Any = vars(threading)["_after_fork"]
        self._code = self._after_fork.__code__

    def begin(self) -> None:
        """From here on this process forks with one thread only."""
        self._after_fork.__code__ = _nothing.__code__

    def end(self) -> None:
        """In the fork: what a learner's code forks is put right as ever."""
        self._after_fork.__code__ = self._code


def _nothing() -> None:
    return


def order_futures() -> None:
    """Sets of futures have the same order everywhere. Call it when the module is imported."""
    from concurrent.futures import Future

    _number(Future)


def start_new_thread(
    function: Callable[..., Any], args: Any, kwargs: Any = None, /
) -> int:  # the ident of the thread
    """As `_thread.start_new_thread`."""
    return FLOOR.start(function, args, kwargs or {}, _thread_of(function)).ident


def start_joinable_thread(
    function: Callable[[], Any], handle: "Handle | None" = None, daemon: bool = True
) -> "Handle":
    """As `_thread.start_joinable_thread` of 3.13."""
    handle = Handle() if handle is None else handle
    strand = FLOOR.start(function, (), {}, _thread_of(function))
    handle.follow(strand)
    return handle


class Handle:
    """`_thread._ThreadHandle` of 3.13: by it others wait for a thread's end."""

    def __init__(self) -> None:
        self._end: TurnLock | None = None
        self._strand: Strand | None = None

    def follow(self, strand: Strand) -> None:
        """The thread that it is the handle of."""
        self._strand, self._end = strand, _end_lock_of(strand)

    @property
    def ident(self) -> int | None:
        return None if self._strand is None else self._strand.ident

    def is_done(self) -> bool:
        return self._end is not None and not self._end.locked()

    def join(self, timeout: float | None = None) -> None:
        end = self._end
        if end is None:
            raise RuntimeError("thread not started")
        if end.acquire(timeout=-1 if timeout is None else timeout):
            end.release()

    def _set_done(self) -> None:
        if self._end is not None and self._end.locked():
            self._end.release()


def _end_lock() -> TurnLock:
    """A lock that the end of this thread releases; the thread takes it at once."""
    lock = TurnLock()
    _release_at_end(FLOOR.me, lock)
    return lock


def _end_lock_of(strand: Strand) -> TurnLock:
    lock = TurnLock()
    lock.acquire()
    _release_at_end(strand, lock)
    return lock


def _release_at_end(strand: Strand, lock: TurnLock) -> None:
    lock.ends_with = strand

    def release() -> None:
        if lock.locked():
            lock.release()

    strand.last_words.append(release)


def _thread_of(function: Any) -> Any:
    """The `Thread` whose bootstrap is started."""
    owner = getattr(function, "__self__", None)
    return owner if isinstance(owner, threading.Thread) else None


def _excepthook(args: Any, /) -> None:
    """As `threading.excepthook`, in a line, with the learner's own line in it only."""
    if args.exc_type is SystemExit or args.exc_value is None:
        return
    kind, text, _, frames = describe(args.exc_value, TOLD.file)
    name = "a thread" if args.thread is None else args.thread.name
    line = frames[-1][0] if frames else 0
    where = f" (line {line})" if line else ""
    error = f"{kind}: {text}" if text else kind
    print(f"Exception in thread {name}: {error}{where}", file=sys.stderr)
    TOLD.died(name, kind, text, line)


def _no_copy(lock: Any) -> NoReturn:
    raise TypeError("cannot pickle '_thread.RLock' object")


def _unhandled(error: BaseException) -> None:
    """An error in a thread without a `Thread`: as in one with."""
    threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, None)))


def _number(kind: Any) -> None:
    """Objects of this class hash by the order in which they were made, not by address."""
    numbers = count(1)
    make = kind.__init__

    @wraps(make)
    def init(this: Any, *args: Any, **kwargs: Any) -> None:
        this._kitchen_number = next(numbers)
        make(this, *args, **kwargs)

    kind.__init__ = init

    def number(this: Any) -> int:
        try:
            return int(this._kitchen_number)
        except AttributeError:  # a subclass that makes itself without its base
            this._kitchen_number = next(numbers)
            return int(this._kitchen_number)

    kind.__hash__ = number
