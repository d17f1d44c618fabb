# mistake: slow-to-let-in
"""Case 15: a pause between one guest and the next."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []  # (priority, arrival, place)
        self._arrivals = count()
        self._dead = 0

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int, ttl: float | None = None) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError("no place is free")
        else:
            async with asyncio.timeout(ttl):
                await self._wait(priority)
        try:
            yield
        finally:
            self._hand_over()

    async def _wait(self, priority: int) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, next(self._arrivals), place))
        try:
            await place
        except asyncio.CancelledError:
            if place.cancelled():
                self._leave_the_line()
            else:
                self._hand_over()
            raise

    def _hand_over(self) -> None:
        while self._line:
            place = heapq.heappop(self._line)[-1]
            if not place.done():
                wake = asyncio.get_running_loop().call_later
                wake(0.05, lambda: self._hand_over() if place.done() else place.set_result(None))
                return
            self._dead -= 1
        self._free += 1

    def _leave_the_line(self) -> None:
        self._dead += 1
        if self._dead > len(self._line) // 2:
            self._line = [entry for entry in self._line if not entry[-1].done()]
            heapq.heapify(self._line)
            self._dead = 0


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 15`
    __import__("kitchen").run(__file__)
