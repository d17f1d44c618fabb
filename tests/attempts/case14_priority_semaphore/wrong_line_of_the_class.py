# mistake: too-many-inside
"""Case 14: a semaphore whose waiters have priorities."""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    """Lets `value` guests in at once, the most urgent first."""

    _line: list[tuple[int, int, asyncio.Future[None]]] = []

    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._seq = itertools.count()

    def locked(self) -> bool:
        """Whether a newcomer would have to wait."""
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        """Wait for a place, keep it for the length of the block."""
        await self._enter(priority)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, priority: int) -> None:
        if self._free > 0:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, next(self._seq), place))
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        while self._line:
            *_, place = heapq.heappop(self._line)
            if not place.done():
                place.set_result(None)
                return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
