"""An asyncio event loop on the world's clock.

The loop is asyncio's own, with its own order of callbacks. Two things differ: its selector asks
the world instead of the operating system, and its clock is the line's.
"""

import asyncio
import math
import selectors
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from kitchen.stove.line import Events, Line
from kitchen.stove.strands import FLOOR, Strand
from kitchen.world.wire import SECOND


class OrderedTask(asyncio.Task[Any]):
    """A task that hashes by its number, so that sets of tasks have the same order everywhere."""

    _numbers = count(1)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.number = next(OrderedTask._numbers)
        self.part = ""
        """Whose part in the script it plays: 'guest 3'."""
        super().__init__(*args, **kwargs)

    def __hash__(self) -> int:
        return self.number


class WorldSelector(selectors.BaseSelector):
    """Waits for the world, and for nothing else."""

    def __init__(self) -> None:
        self._line: Line | None = None
        self._handle: Callable[[Events], None] = lambda events: None
        self._keys: dict[Any, selectors.SelectorKey] = {}
        self._strand: Strand | None = None  # that runs the loop
        self._own_due: Callable[[], int | None] = lambda: None  # the loop's next timer

    def connect(
        self, line: Line, handle: Callable[[Events], None], own_due: Callable[[], int | None]
    ) -> None:
        """From here on, wait on this line, and hand on what is told there."""
        self._line, self._handle, self._own_due = line, handle, own_due

    def wake(self) -> None:
        """Another strand has put something before the loop."""
        if self._strand is not None:
            self._strand.woken = FLOOR.stale = True

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        line = self._line
        if line is None:
            raise RuntimeError("this loop has no line to the world yet")
        self._strand = line.me
        line.own_due = self._own_due
        if timeout is None:
            events = line.wait(None)
        elif timeout <= 0:
            events = line.pass_by()
        else:
            # A nanosecond more than rounding down: never wake before the time.
            events = line.wait(line.now + int(timeout * SECOND) + 1)
        if events:
            self._handle(events)
        return []

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        if self._line is not None:
            raise RuntimeError(
                "there are no files, pipes or sockets to wait for in the kitchen: the supplier is "
                "the only one outside"
            )
        fd = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        key = self._keys[fileobj] = selectors.SelectorKey(fileobj, fd, events, data)
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._keys


class KitchenLoop(asyncio.SelectorEventLoop):
    """asyncio's selector loop, told the time by the world.

    The template makes one and each fork connects it to a line of its own: making a loop is dear.
    """

    def __init__(self) -> None:
        self._world = WorldSelector()
        self._line: Line | None = None
        super().__init__(self._world)
        self._clock_resolution = 1e-9
        self.set_task_factory(_make_task)

    def connect(self, line: Line, handle: Callable[[Events], None]) -> None:
        """The line that tells the time and brings the events."""
        self._line = line
        self._world.connect(line, handle, self._own_due)

    def time(self) -> float:
        return 0.0 if self._line is None else self._line.read_clock() / SECOND

    # The loop's pipe to itself would be the template's, and so the same in every fork: what one
    # service writes into it another could read. Nothing here ever needs it.

    def _make_self_pipe(self) -> None:
        return

    def _close_self_pipe(self) -> None:
        return

    def _write_to_self(self) -> None:
        self._world.wake()

    def add_signal_handler(self, *args: Any) -> None:  # type: ignore[override]
        """As on systems whose loops have none."""
        raise NotImplementedError("there are no signals in the kitchen")

    def _own_due(self) -> int | None:
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        if not timers or math.isinf(timers[0].when()):
            return None
        return int(timers[0].when() * SECOND) + 1


def _make_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **kwargs: Any) -> OrderedTask:
    return OrderedTask(coroutine, loop=loop, **kwargs)
