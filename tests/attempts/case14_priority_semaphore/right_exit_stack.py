"""An AsyncExitStack: the giving back is pushed onto it once the place is ours."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            if self._free:
                self._free -= 1
                stack.callback(self._hand_over)
            else:
                place = asyncio.get_running_loop().create_future()
                heapq.heappush(self._line, (priority, next(self._numbers), place))
                stack.callback(self._after, place)
                await place
            yield

    def _after(self, place: "asyncio.Future[None]") -> None:
        """Give the place back, if it ever was ours."""
        if not place.cancelled():
            self._hand_over()

    def _hand_over(self) -> None:
        while self._line:
            place = heapq.heappop(self._line)[2]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
