# mistake: ties-by-chance
"""Waiters with an order by priority alone: a heap does not keep the order of equals."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Waiter:
    def __init__(self, priority: int) -> None:
        self.priority = priority
        self.place = asyncio.get_running_loop().create_future()

    def __lt__(self, other: "Waiter") -> bool:
        return self.priority < other.priority


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[Waiter] = []

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
        waiter = Waiter(priority)
        place = waiter.place
        heapq.heappush(self._line, waiter)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self._hand_over()
            raise

    def _hand_over(self) -> None:
        while self._line:
            place = heapq.heappop(self._line).place
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
