# mistake: lost-as-granted
"""Takes itself out of the line, and forgets that it may have been called already."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._value = value
        self._inside = 0
        self._line: list[tuple[int, int, asyncio.Event]] = []
        self._numbers = count()

    def locked(self) -> bool:
        return self._inside >= self._value

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self._inside < self._value:
            self._inside += 1
        else:
            event = asyncio.Event()
            entry = (priority, next(self._numbers), event)
            heapq.heappush(self._line, entry)
            try:
                await event.wait()
            except asyncio.CancelledError:
                if entry in self._line:
                    self._line.remove(entry)
                    heapq.heapify(self._line)
                raise
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        if self._line:
            heapq.heappop(self._line)[2].set()
        else:
            self._inside -= 1
