"""Case 14: a Condition, and a list of those who wait."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int]] = []
        self._arrivals = count()
        self._changed = asyncio.Condition()

    def locked(self) -> bool:
        return self._free == 0 or bool(self._line)

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        me = (priority, next(self._arrivals))
        self._line.append(me)
        async with self._changed:
            try:
                await self._changed.wait_for(lambda: self._free > 0 and min(self._line) == me)
                self._free -= 1
            finally:
                self._line.remove(me)
                self._changed.notify_all()
        try:
            yield
        finally:
            self._free += 1
            async with self._changed:
                self._changed.notify_all()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
