# mistake: wrong-next
"""Everybody waits for the one who was before it when it came: later ones, however urgent, go behind."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, asyncio.Future[None]]] = []

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            place = asyncio.get_running_loop().create_future()
            if self._line and priority < self._line[-1][0]:
                self._line.insert(len(self._line) - 1, (priority, place))
            else:
                self._line.append((priority, place))
            try:
                await place
            except asyncio.CancelledError:
                if not place.cancelled():
                    self._leave()
                raise
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        while self._line:
            _, place = self._line.pop(0)
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
