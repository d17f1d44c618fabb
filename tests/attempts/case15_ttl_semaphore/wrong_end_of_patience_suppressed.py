# mistake: too-many-inside
"""The end of the patience is suppressed, and the guest goes in without a place."""

import asyncio
import heapq
from contextlib import asynccontextmanager, suppress
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line = []
        self._arrivals = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int, ttl: float | None = None):
        got = False
        if self._free:
            self._free -= 1
            got = True
        elif ttl is not None and ttl <= 0:
            raise TimeoutError
        else:
            with suppress(TimeoutError):
                async with asyncio.timeout(ttl):
                    await self._wait(priority)
                got = True
        try:
            yield
        finally:
            if got:
                self._give()

    async def _wait(self, priority):
        place = asyncio.get_running_loop().create_future()
        entry = (priority, next(self._arrivals), place)
        heapq.heappush(self._line, entry)
        try:
            await place
        except asyncio.CancelledError:
            if place.cancelled():
                if entry in self._line:
                    self._line.remove(entry)
                    heapq.heapify(self._line)
            else:
                self._give()
            raise

    def _give(self):
        while self._line:
            place = heapq.heappop(self._line)[2]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
