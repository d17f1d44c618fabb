# mistake: too-many-inside
"""Case 15: between finding a place free and taking it, others have a turn."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    """Lets `value` guests in at once, the most urgent first, equals in order of arrival."""

    def __init__(self, value: int = 1) -> None:
        if value < 1:
            raise ValueError(f"a gate needs at least one place, not {value}")
        self._free = value
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []  # (priority, arrival, place)
        self._arrivals = count()
        self._dead = 0  # entries of the line whose guests have left it

    def locked(self) -> bool:
        """Whether a newcomer would have to wait. While anybody waits, no place is free."""
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int, ttl: float | None = None) -> AsyncIterator[None]:
        """Wait for a place, keep it for the length of the block. Lower numbers are more urgent.

        `ttl`: seconds from now until we give up, with TimeoutError; None waits for ever; 0 or less
        takes a free place, or raises at once. It bounds the wait and not the stay.
        """
        if self._free:
            await asyncio.sleep(0)
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
        """Until a place has been handed to us. Whoever is cut off then must pass it on."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, next(self._arrivals), place))
        try:
            await place
        except asyncio.CancelledError:  # a timeout's too: it becomes TimeoutError outside
            if place.cancelled():
                self._leave_the_line()
            else:  # it was ours already: cut off as it was granted
                self._hand_over()
            raise

    def _hand_over(self) -> None:
        """A place has come free: it belongs to the most urgent who still waits."""
        while self._line:
            place = heapq.heappop(self._line)[-1]
            if not place.done():
                place.set_result(None)
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
