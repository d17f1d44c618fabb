"""Case 14: entries with an order of their own."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class _Entry:
    def __init__(self, priority: int, arrival: int, place: asyncio.Future[None]) -> None:
        self.rank = (priority, arrival)
        self.place = place

    def __lt__(self, other: "_Entry") -> bool:
        return self.rank < other.rank


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[_Entry] = []
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
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, _Entry(priority, next(self._arrivals), place))
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


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
