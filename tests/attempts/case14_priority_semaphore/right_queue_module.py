"""The thread-safe queue.PriorityQueue as a heap, never waited at."""

import asyncio
import queue
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._room = value
        self._line = queue.PriorityQueue()
        self._next = count().__next__

    def locked(self) -> bool:
        return self._room == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self._room == 0:
            bell = asyncio.Event()
            self._line.put((priority, self._next(), entry := {"bell": bell, "gone": False}))
            try:
                await bell.wait()
            except asyncio.CancelledError:
                if bell.is_set():
                    self._leave()
                entry["gone"] = True
                raise
        else:
            self._room -= 1
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        while not self._line.empty():
            entry = self._line.get()[2]
            if not entry["gone"]:
                entry["bell"].set()
                return
        self._room += 1
