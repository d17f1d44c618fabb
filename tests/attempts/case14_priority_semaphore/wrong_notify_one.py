# mistake: never-released
"""Condition.notify wakes whoever has waited longest; if that isn't the most urgent, nobody goes in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int]] = []
        self._numbers = count()
        self._changed = asyncio.Condition()

    def locked(self) -> bool:
        return self._free == 0 or bool(self._line)

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        me = (priority, next(self._numbers))
        self._line.append(me)
        try:
            async with self._changed:
                while not self._free or min(self._line) != me:
                    await self._changed.wait()
                self._free -= 1
        finally:
            self._line.remove(me)
        try:
            yield
        finally:
            async with self._changed:
                self._free += 1
                self._changed.notify()
