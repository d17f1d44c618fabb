"""A Semaphore(0) for each waiter, released by whoever leaves."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: OrderedDict[int, tuple[int, asyncio.Semaphore]] = OrderedDict()
        self._numbers = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            number, signal = next(self._numbers), asyncio.Semaphore(0)
            self._line[number] = (priority, signal)
            try:
                await signal.acquire()
            except asyncio.CancelledError:
                if number in self._line:
                    del self._line[number]
                else:
                    self._leave()
                raise
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        if not self._line:
            self._free += 1
            return
        number = min(self._line, key=lambda n: (self._line[n][0], n))
        self._line.pop(number)[1].release()
