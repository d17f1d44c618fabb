"""Case 14: a class of its own for the context manager."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class _Visit:
    def __init__(self, gate: "PrioritySemaphore", priority: int) -> None:
        self._gate = gate
        self._priority = priority

    async def __aenter__(self) -> None:
        await self._gate._enter(self._priority)

    async def __aexit__(self, *error: object) -> None:
        self._gate._leave()


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[list] = []
        self._arrivals = count()

    def locked(self) -> bool:
        return self._free == 0

    def acquire(self, priority: int) -> _Visit:
        return _Visit(self, priority)

    async def _enter(self, priority: int) -> None:
        if self._free:
            self._free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, [priority, next(self._arrivals), place])
        try:
            await place
        finally:
            if not place.done():
                place.cancel()
            elif not place.cancelled() and asyncio.current_task().cancelling():
                self._leave()

    def _leave(self) -> None:
        while self._line:
            place = heapq.heappop(self._line)[2]
            if not place.done():
                place.set_result(True)
                return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
