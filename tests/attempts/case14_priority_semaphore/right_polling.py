# remark: polling
"""Case 14: everybody looks every 10 ms."""

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
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        me = (priority, next(self._arrivals))
        self._line.append(me)
        try:
            while not (self._free and min(self._line) == me):
                await asyncio.sleep(0.01)
            self._free -= 1
        finally:
            self._line.remove(me)
        try:
            yield
        finally:
            self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
