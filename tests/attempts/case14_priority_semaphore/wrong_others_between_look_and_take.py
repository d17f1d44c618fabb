# mistake: too-many-inside
"""Case 14: between finding a place free and taking it, others have a turn."""

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

    def locked(self) -> bool:
        """Whether a newcomer would have to wait. While anybody waits, no place is free."""
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        """Wait for a place, keep it for the length of the block. Lower numbers are more urgent."""
        if self._free:
            await asyncio.sleep(0)
            self._free -= 1
        else:
            await self._wait(priority)
        try:
            yield
        finally:
            self._hand_over()

    async def _wait(self, priority: int) -> None:
        """Until a place has been handed to us. Whoever is cancelled then must pass it on."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, next(self._arrivals), place))
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it was ours already: cancelled as it was granted
                self._hand_over()
            raise

    def _hand_over(self) -> None:
        """A place has come free: it belongs to the most urgent who still waits."""
        while self._line:
            place = heapq.heappop(self._line)[-1]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
