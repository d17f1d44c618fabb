"""Case 15: a Condition, and asyncio.timeout round its wait."""

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
    async def acquire(self, priority: int, ttl: float | None = None) -> AsyncIterator[None]:
        me = (priority, next(self._arrivals))
        if ttl is not None and ttl <= 0:
            if not self._free or self._line:
                raise TimeoutError("no place")
            self._free -= 1
        else:
            self._line.append(me)
            try:
                async with asyncio.timeout(ttl):
                    async with self._changed:
                        await self._changed.wait_for(lambda: self._free and min(self._line) == me)
                self._free -= 1
            finally:
                self._line.remove(me)
                await self._tell()
        try:
            yield
        finally:
            self._free += 1
            await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 15`
    __import__("kitchen").run(__file__)
