"""The recipe in heapq's documentation: an entry is a list, and who leaves is struck out."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


REMOVED = None


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._heap: list[list] = []
        self._counter = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            future = asyncio.get_running_loop().create_future()
            entry = [priority, next(self._counter), future]
            heapq.heappush(self._heap, entry)
            try:
                await future
            except asyncio.CancelledError:
                if future.cancelled():
                    entry[-1] = REMOVED
                else:
                    self._release()
                raise
        try:
            yield
        finally:
            self._release()

    def _release(self) -> None:
        while self._heap:
            _, _, future = heapq.heappop(self._heap)
            # Cancelled a moment ago, and not yet come round to striking itself out?
            if future is not REMOVED and not future.cancelled():
                future.set_result(None)
                return
        self._free += 1
