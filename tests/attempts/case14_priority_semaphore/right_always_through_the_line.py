"""Everybody goes through the line, also when a place is free; the start file's own shape, mended."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free, self._arrivals = value, count()
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        place = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, next(self._arrivals), place))
        self._next()
        try:
            await place
            yield
        finally:
            if not place.cancelled():
                self._free += 1
                self._next()

    def _next(self) -> None:
        while self._free and self._line:
            place = heapq.heappop(self._line)[2]
            if not place.done():
                place.set_result(None)
                self._free -= 1
