# remark: polling
"""Everybody looks every 10 ms whether its rank is the lowest."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1, *, ageing: float = 0.0) -> None:
        self._free = value
        self._ageing = ageing
        self._line: list[tuple[float, int]] = []
        self._numbers = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(
        self, priority: float, ttl: float | None = None, *, since: float | None = None
    ) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        deadline = math.inf if ttl is None else loop.time() + ttl
        came = loop.time() if since is None else since
        me = (priority + self._ageing * came, next(self._numbers))
        self._line.append(me)
        try:
            while not self._free or min(self._line) != me:
                left = deadline - loop.time()
                if left <= 0:
                    raise TimeoutError
                await asyncio.sleep(min(0.01, left))
            self._free -= 1
        finally:
            self._line.remove(me)
        try:
            yield
        finally:
            self._free += 1
