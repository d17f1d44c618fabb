"""The world's clock in place of the stove's: `time`, before anything else imports it.

`time.time` starts from a fixed date, so that what a learner prints is the same every time.
"""

import select
import time
from collections.abc import Callable
from time import sleep as real_sleep
from typing import Any

from kitchen.stove.line import Line
from kitchen.world.wire import SECOND

__all__ = ["Clock", "real_sleep"]

FIRST_MORNING = 1_767_254_400
"""2026-01-01 08:00 UTC: the kitchen opens."""


class Clock:
    """Stands in for the functions of `time`; until a line is there, no time passes."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self.noted: Callable[[float], None] | None = None
        """Told of each sleep that is over: its seconds."""

    def nanoseconds(self) -> int:
        return 0 if self.line is None else self.line.read_clock()

    def install(self) -> None:
        """Replace the clocks and the sleep of the `time` module."""
        read = self.nanoseconds

        def sleep(seconds: float, /) -> None:
            self.sleep(seconds)

        def replace(name: str, function: Callable[..., object]) -> None:
            function.__name__ = function.__qualname__ = name
            setattr(time, name, staticmethod(function))  # no method, where a class keeps it

        for name in ("monotonic", "perf_counter"):
            replace(name, lambda: read() / SECOND)
            replace(f"{name}_ns", lambda: read())
        replace("time", lambda: FIRST_MORNING + read() / SECOND)
        replace("time_ns", lambda: FIRST_MORNING * SECOND + read())
        replace("sleep", sleep)
        select.select = _sleeping(select.select)
        for name in ("localtime", "gmtime", "ctime"):
            replace(name, _of_now(getattr(time, name)))
        strftime, asctime = time.strftime, time.asctime
        replace("strftime", lambda form, *at: strftime(form, *(at or (time.localtime(),))))
        replace("asctime", lambda *at: asctime(*(at or (time.localtime(),))))

    def sleep(self, seconds: float, /) -> None:
        """As `time.sleep`: it blocks, and the event loop with it."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        if seconds >= (1 << 63) / SECOND:
            raise OverflowError("timestamp too large to convert to C PyTime_t")
        if self.line is not None:
            self.line.sleep(int(seconds * SECOND) + (seconds > 0))
            if self.noted is not None:
                self.noted(seconds)


def _sleeping(wait: Callable[..., Any]) -> Callable[..., Any]:
    """`select.select`, which some use to sleep: with nothing to wait for but the time."""

    def waiting(read: Any, write: Any, other: Any, timeout: float | None = None, /) -> Any:
        if read or write or other or timeout is None:
            return wait(read, write, other, timeout)
        time.sleep(timeout)
        return [], [], []

    return waiting


def _of_now(function: Callable[[float], object]) -> Callable[..., object]:
    """A function of a moment, which without one is that of the present."""

    def called(seconds: float | None = None, /) -> object:
        return function(time.time() if seconds is None else seconds)

    return called
