"""anyio's events, one for each who waits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from operator import itemgetter

import anyio


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int, anyio.Event]] = []
        self._numbers = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            event = anyio.Event()
            entry = (priority, next(self._numbers), event)
            self._line.append(entry)
            try:
                await event.wait()
            except anyio.get_cancelled_exc_class():
                if event.is_set():
                    self._hand_over()
                else:
                    self._line.remove(entry)
                raise
        try:
            yield
        finally:
            self._hand_over()

    def _hand_over(self) -> None:
        if self._line:
            entry = min(self._line, key=itemgetter(0, 1))
            self._line.remove(entry)
            entry[2].set()
        else:
            self._free += 1
