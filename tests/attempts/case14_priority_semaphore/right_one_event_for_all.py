"""One Event that says "something changed"; everybody looks again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: set[tuple[int, int]] = set()
        self._numbers = count()
        self._changed = asyncio.Event()

    def locked(self) -> bool:
        return self._free == 0 or bool(self._line)

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        me = (priority, next(self._numbers))
        self._line.add(me)
        try:
            while not self._free or min(self._line) != me:
                await self._changed.wait()
            self._free -= 1
        finally:
            self._line.discard(me)
            self._news()
        try:
            yield
        finally:
            self._free += 1
            self._news()

    def _news(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
