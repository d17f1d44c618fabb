"""The lock on which all of `threading` and `queue` stands, on the world's turns.

Where the operating system's lock would block the thread, this one gives up the turn. So the world
sees who waits: two threads that wait for each other, or a `threading.Semaphore` taken in a
coroutine, which nobody can ever give back, are a deadlock at once and not a hang.
"""

from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple, NoReturn

from kitchen.stove.frames import AttemptFile
from kitchen.stove.strands import FLOOR, Blocked, Strand
from kitchen.world.wire import SECOND

_POOL, _WORK = "concurrent.futures.thread._worker", "concurrent.futures.thread.run"
"""What a worker of a pool is in: idle, it is in the first only, and nobody waits for it."""


THE_CALLER, THE_LOOP = "the caller", "the event loop"
"""How the main strand is called: where it runs no event loop, and where it does."""

_NAMES = {
    "concurrent.futures._base.Executor.map.<locals>.result_iterator": "the next of pool.map",
    "concurrent.futures._base.Executor.__exit__": "the end of `with` the pool",
    "concurrent.futures.thread.ThreadPoolExecutor.shutdown": "pool.shutdown",
    "concurrent.futures._base.as_completed": "the next of as_completed",
    "threading.Condition.__enter__": "Condition.acquire",
    "threading._RLock.acquire": "RLock.acquire",
    "queue._PySimpleQueue.get": "SimpleQueue.get",
}
"""What people call the functions of the library in which they wait."""


def _name(called: str) -> str:
    if not called or called.startswith("kitchen."):
        return "Lock.acquire"
    return _NAMES.get(called) or ".".join(called.split(".")[-2:])


LONGEST = float((1 << 63) // SECOND)
"""Seconds of the longest wait, as in `threading.TIMEOUT_MAX`."""


class Known(NamedTuple):
    """What is known of a lock."""

    text: str
    """A few words, with `{holder}` for the name of who holds it."""
    holder: str | Strand = ""
    otherwise: str = ""
    """How the main strand is called, if it is the holder."""


def _moment(seconds: float) -> int | None:
    """When so many seconds are over; less than none: never."""
    line = FLOOR.line
    if line is None:
        raise RuntimeError("a lock is held that nobody can give back")
    # A nanosecond more than rounding down: whoever waits for the last 1e-17 s gets there.
    return None if seconds < 0 else line.now + int(seconds * SECOND) + (seconds > 0)


class Told:
    """What is known for the telling: the learner's file, and how a lock is described."""

    def __init__(self) -> None:
        self.file = AttemptFile("", [])
        self.describe: Callable[[TurnLock], Known] = lambda lock: Known("")
        self.died: Callable[[str, str, str, int], None] = lambda name, kind, text, line: None
        """Told of a thread's name, its error's type and text, and the line."""


TOLD = Told()


class TurnLock:
    """`threading.Lock`: not re-entrant, and anybody may release it."""

    __slots__ = ("__weakref__", "_locked", "ends_with")

    def __init__(self) -> None:
        self._locked = False
        self.ends_with: Strand | None = None
        """The strand at whose end it is released, if that is what it is for."""

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        if not blocking and timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        if blocking and timeout < 0 and timeout != -1:
            raise ValueError("timeout value must be a non-negative number")
        if timeout > LONGEST:
            raise OverflowError("timeout value is too large")
        if self._locked:
            if not blocking:
                return False
            until = _moment(timeout)
            # What the garbage collector runs between may have taken it: so look again.
            while self._locked:
                if not self._wait(until):
                    return False
        self._locked = True
        return True

    def release(self) -> None:
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False
        FLOOR.stale = True

    def locked(self) -> bool:
        return self._locked

    def is_free(self) -> bool:
        """Whether it can be had."""
        return not self._locked

    def _wait(self, until: int | None) -> bool:
        """Give up the turn until it is free. False: the time was up."""
        assert FLOOR.line is not None
        return FLOOR.line.block(until, self._why(), self.is_free)

    def _why(self) -> Blocked:
        """Why the strand stands still that waits for it."""
        line = FLOOR.line
        assert line is not None
        at, called = TOLD.file.called_from()
        if not at and TOLD.file.is_in(_POOL) and not TOLD.file.is_in(_WORK):
            return Blocked("", 0, "")
        known = Known("")
        if self.ends_with is not None:
            reason, known = "waits for {holder} to end", Known("", self.ends_with)
        else:
            known = TOLD.describe(self)
            reason = f"waits in {_name(called)}" + (f", {known.text}" if known.text else "")
        if FLOOR.me is FLOOR.main and line.stops_loop:
            reason = f"{reason}, which stops the whole event loop"
        who = line.called(THE_LOOP if line.stops_loop else THE_CALLER)
        return Blocked(who, at, reason, known.holder, known.otherwise)

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    acquire_lock, release_lock, locked_lock = acquire, release, locked

    def __repr__(self) -> str:
        state = "locked" if self._locked else "unlocked"
        return f"<{state} _thread.lock object at {id(self):#x}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("cannot pickle '_thread.lock' object")

    def _at_fork_reinit(self) -> None:
        self._locked = False
