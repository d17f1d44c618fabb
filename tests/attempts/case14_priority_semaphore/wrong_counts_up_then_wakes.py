# mistake: slips-past
"""Case 14: the place is counted free first, and the waiter woken after that."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int, asyncio.Event]] = []
        self._arrivals = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        arrival = next(self._arrivals)
        while not self._free:
            woken = asyncio.Event()
            entry = (priority, arrival, woken)
            heapq.heappush(self._line, entry)
            try:
                await woken.wait()
            except asyncio.CancelledError:
                if entry in self._line:
                    self._line.remove(entry)
                    heapq.heapify(self._line)
                else:
                    self._wake()
                raise
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1
            self._wake()

    def _wake(self) -> None:
        if self._free and self._line:
            heapq.heappop(self._line)[-1].set()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
