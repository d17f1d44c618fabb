# mistake: slow-to-let-in
"""Looks every 0.1 s."""

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
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        me = (priority, next(self._numbers))
        self._line.append(me)
        try:
            while self._free == 0 or min(self._line) != me:
                await asyncio.sleep(0.1)
            self._free -= 1
        finally:
            self._line.remove(me)
        try:
            yield
        finally:
            self._free += 1
