# mistake: cancel-swallowed
"""Cancelled in line, it says TimeoutError."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []
        self._arrivals = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            await self._wait(priority)
        try:
            yield
        finally:
            self._hand_over()

    async def _wait(self, priority: int) -> None:
        place = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, next(self._arrivals), place))
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self._hand_over()
            raise TimeoutError("gave up waiting") from None

    def _hand_over(self) -> None:
        while self._line:
            place = heapq.heappop(self._line)[-1]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
