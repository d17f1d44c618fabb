# mistake: wrong-effective-priority
"""Who has waited for priority / ageing seconds goes before all others, however urgent."""

import asyncio
import heapq
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1, *, ageing: float = 0.0) -> None:
        self._free = value
        self._ageing = ageing
        self._line = []
        self._n = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        loop = asyncio.get_running_loop()
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError
        else:
            came = loop.time() if since is None else since
            place = loop.create_future()
            entry = (priority, next(self._n), came, place)
            heapq.heappush(self._line, entry)
            try:
                async with asyncio.timeout(ttl):
                    await place
            except (asyncio.CancelledError, TimeoutError):
                if place.cancelled():
                    self._line = [e for e in self._line if e is not entry]
                    heapq.heapify(self._line)
                else:
                    self._give()
                raise
        try:
            yield
        finally:
            self._give()

    def _give(self):
        now = asyncio.get_running_loop().time()
        if self._ageing:
            overdue = [e for e in self._line if now - e[2] >= e[0] / self._ageing > 0]
            for entry in sorted(overdue, key=lambda e: e[2]):
                if not entry[3].done():
                    self._line.remove(entry)
                    heapq.heapify(self._line)
                    entry[3].set_result(None)
                    return
        while self._line:
            place = heapq.heappop(self._line)[3]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
