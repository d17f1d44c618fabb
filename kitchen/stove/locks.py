"""`threading` and `queue` on the world's turns.

Every blocking primitive of the two modules stands on one lock. Here that lock gives up the turn
instead of blocking the process, so the world sees who waits: a `threading.Semaphore` taken in a
coroutine, which nobody can ever give back, is a deadlock at once and not a hang.
"""

import _thread
import queue
import threading
from types import TracebackType
from typing import Any, NoReturn

from kitchen.stove.frames import AttemptFile
from kitchen.stove.line import Line
from kitchen.world.wire import SECOND


class Floor:
    """Where the strands of this stove meet: the line they block on, once there is one."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self.file = AttemptFile("", [])

    def block(self, lock: "TurnLock", seconds: float) -> bool:
        """Give up the turn until `lock` is free. False: the time was up."""
        line = self.line
        if line is None:
            raise RuntimeError("a lock is held that nobody can give back")
        at, called = self.file.called_from()
        if not called or called.startswith("kitchen."):
            called = "threading.Lock.acquire"
        # A nanosecond more than rounding down: whoever waits for the last 1e-17 s gets there.
        until = None if seconds < 0 else line.now + int(seconds * SECOND) + (seconds > 0)
        reason = f"waits in {called}, which stops the whole event loop"
        return line.block(until, ["the event loop", at, reason], lambda: not lock.locked())


FLOOR = Floor()


class TurnLock:
    """`threading.Lock`: not re-entrant, and anybody may release it."""

    __slots__ = ("__weakref__", "_locked")

    def __init__(self) -> None:
        self._locked = False

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        if not blocking and timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        if blocking and timeout < 0 and timeout != -1:
            raise ValueError("timeout value must be a non-negative number")
        if self._locked and not (blocking and FLOOR.block(self, timeout)):
            return False
        self._locked = True
        return True

    def release(self) -> None:
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False

    def locked(self) -> bool:
        return self._locked

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def _at_fork_reinit(self) -> None:
        self._locked = False


def _no_threads(*args: Any, **kwargs: Any) -> NoReturn:
    raise RuntimeError(
        "threads can't be put under the kitchen's clock yet: do it in the event loop's own thread"
    )


def install() -> None:
    """Put the turn lock under `threading` and `queue`, before anything makes a lock of theirs."""
    modules: dict[str, Any] = {"threading": threading, "queue": queue, "_thread": _thread}
    pure_rlock = modules["threading"]._PyRLock
    modules["threading"].Lock = TurnLock
    modules["threading"]._allocate_lock = TurnLock
    modules["threading"].RLock = pure_rlock
    modules["queue"].SimpleQueue = modules["queue"]._PySimpleQueue
    modules["threading"].Thread.start = _no_threads
    for start in ("start_new_thread", "start_new", "start_joinable_thread"):
        if hasattr(_thread, start):
            setattr(_thread, start, _no_threads)
