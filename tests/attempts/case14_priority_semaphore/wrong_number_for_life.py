# mistake: ties-by-chance
"""Case 14: a semaphore whose waiters have priorities."""

import asyncio
import heapq
import itertools
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    """Lets `value` guests in at once, the most urgent first."""

    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []
        self._seq = itertools.count()
        self._numbers: weakref.WeakKeyDictionary[object, int] = weakref.WeakKeyDictionary()

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
        number = self._numbers.setdefault(asyncio.current_task(), next(self._seq))
        if self._free > 0:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, number, place))
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
