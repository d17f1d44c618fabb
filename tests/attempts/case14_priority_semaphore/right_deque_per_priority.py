"""Case 14: a deque for each priority."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._lines: dict[int, deque[asyncio.Future[None]]] = {}

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            line = self._lines.setdefault(priority, deque())
            line.append(place)
            try:
                await place
            except BaseException:
                if place.done() and not place.cancelled():
                    self._give_back()
                elif place in line:
                    line.remove(place)
                raise
        try:
            yield
        finally:
            self._give_back()

    def _give_back(self) -> None:
        for priority in sorted(self._lines):
            line = self._lines[priority]
            while line:
                place = line.popleft()
                if not place.done():
                    place.set_result(None)
                    return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
