# mistake: slips-past
"""A Condition, and newcomers look at the free places only."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int]] = []
        self._numbers = count()
        self._changed = asyncio.Event()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            me = (priority, next(self._numbers))
            self._line.append(me)
            try:
                while not self._free or min(self._line) != me:
                    await self._changed.wait()
                self._free -= 1
            finally:
                self._line.remove(me)
                self._news()
        try:
            yield
        finally:
            self._free += 1
            self._news()

    def _news(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
