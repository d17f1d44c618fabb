"""The head is woken and looks again; newcomers go behind anybody who waits."""

import asyncio
import bisect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int]] = []
        self._wakers: dict[tuple[int, int], asyncio.Event] = {}
        self._numbers = count()

    def locked(self) -> bool:
        return self._free == 0 or bool(self._line)

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        me = (priority, next(self._numbers))
        bisect.insort(self._line, me)
        self._wakers[me] = waker = asyncio.Event()
        try:
            while self._free == 0 or self._line[0] != me:
                waker.clear()
                await waker.wait()
            self._free -= 1
        finally:
            self._line.remove(me)
            del self._wakers[me]
            self._wake()
        try:
            yield
        finally:
            self._free += 1
            self._wake()

    def _wake(self) -> None:
        if self._free and self._line:
            self._wakers[self._line[0]].set()
