# remark: polling
"""Case 15: everybody looks every 10 ms, at the place and at the clock."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int]] = []
        self._arrivals = count()

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int, ttl: float | None = None) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        end = None if ttl is None else loop.time() + ttl
        me = (priority, next(self._arrivals))
        self._line.append(me)
        try:
            while not (self._free and min(self._line) == me):
                if end is not None and loop.time() >= end:
                    raise TimeoutError("no place in time")
                await asyncio.sleep(0.01 if end is None else max(0, min(0.01, end - loop.time())))
            self._free -= 1
        finally:
            self._line.remove(me)
        try:
            yield
        finally:
            self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 15`
    __import__("kitchen").run(__file__)
