# mistake: dead-kept
"""Case 16: who gave up leaves the dict, and its pair of numbers stays in the heap."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1, *, ageing: float = 0.0) -> None:
        self._free = value
        self._ageing = ageing
        self._line: list[tuple[float, int]] = []  # (priority, arrival)
        self._waiting: dict[int, asyncio.Future[None]] = {}  # by arrival
        self._arrivals = count(1000)

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(
        self, priority: int, ttl: float | None = None, *, since: float | None = None
    ) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError("no place is free")
        else:
            async with asyncio.timeout(ttl):
                await self._wait(priority, since)
        try:
            yield
        finally:
            self._hand_over()

    async def _wait(self, priority: int, since: float | None) -> None:
        loop = asyncio.get_running_loop()
        arrival = next(self._arrivals)
        place = self._waiting[arrival] = loop.create_future()
        came = loop.time() if since is None else since
        heapq.heappush(self._line, (priority + self._ageing * came, arrival))
        try:
            await place
        except asyncio.CancelledError:
            if self._waiting.pop(arrival, None) is None and not place.cancelled():
                self._hand_over()
            raise

    def _hand_over(self) -> None:
        while self._line:
            _, arrival = heapq.heappop(self._line)
            place = self._waiting.pop(arrival, None)
            if place is not None and not place.done():
                place.set_result(None)
                return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
