"""Case 14: an event for each who waits; the head is woken and looks again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: dict[tuple[int, int], asyncio.Event] = {}
        self._arrivals = count()

    def locked(self) -> bool:
        return not self._free or bool(self._line)

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        me = (priority, next(self._arrivals))
        event = self._line[me] = asyncio.Event()
        self._wake()
        try:
            while True:
                await event.wait()
                event.clear()
                if self._free and min(self._line) == me:
                    break
            self._free -= 1
        finally:
            del self._line[me]
            self._wake()
        try:
            yield
        finally:
            self._free += 1
            self._wake()

    def _wake(self) -> None:
        if self._free and self._line:
            self._line[min(self._line)].set()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
