# remark: polling
"""Everybody who waits looks in every turn of the loop."""

import asyncio
import bisect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._value = value
        self._inside = 0
        self._line: list[list[int]] = []
        self._last = 0

    def locked(self) -> bool:
        return self._inside + len(self._line) >= self._value

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        self._last += 1
        me = [priority, self._last]
        bisect.insort(self._line, me)
        try:
            while self._inside >= self._value or self._line[0] is not me:
                await asyncio.sleep(0)
            self._inside += 1
        finally:
            self._line.remove(me)
        try:
            yield
        finally:
            self._inside -= 1
