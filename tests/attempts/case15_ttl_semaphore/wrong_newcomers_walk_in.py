# mistake: slips-past
"""Those who wait look every 10 ms; whoever comes just then finds a place."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int]] = []
        self._numbers = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int, ttl: float | None = None) -> AsyncIterator[None]:
        if self._free == 0:
            async with asyncio.timeout(ttl):
                await self._wait((priority, next(self._numbers)))
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1

    async def _wait(self, me: tuple[int, int]) -> None:
        self._line.append(me)
        try:
            while self._free == 0 or min(self._line) != me:
                await asyncio.sleep(0.01)
        finally:
            self._line.remove(me)
