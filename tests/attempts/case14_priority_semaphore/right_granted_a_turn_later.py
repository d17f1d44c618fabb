"""Places are given out by a callback in the loop's next turn."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: dict[tuple[int, int], asyncio.Future[None]] = {}
        self._numbers = count()

    def locked(self) -> bool:
        return self._free <= len(self._line)

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        me, place = (priority, next(self._numbers)), loop.create_future()
        self._line[me] = place
        loop.call_soon(self._grant)
        try:
            await place
        except asyncio.CancelledError:
            if self._line.pop(me, None) is None:
                self._free += 1
                loop.call_soon(self._grant)
            raise
        try:
            yield
        finally:
            self._free += 1
            loop.call_soon(self._grant)

    def _grant(self) -> None:
        for me in sorted(self._line):
            if not self._free:
                return
            if not self._line[me].done():
                self._free -= 1
                self._line.pop(me).set_result(None)
