"""A list kept in order of the key."""

import asyncio
import bisect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value: int = 1, *, ageing: float = 0.0) -> None:
        self._free = value
        self._ageing = ageing
        self._line: list[list] = []
        self._served = 0

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(
        self, priority: float, ttl: float | None = None, *, since: float | None = None
    ) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError
        else:
            await self._wait(priority, ttl, since)
        try:
            yield
        finally:
            self._give()

    async def _wait(self, priority: float, ttl: float | None, since: float | None) -> None:
        loop = asyncio.get_running_loop()
        place = loop.create_future()
        came = loop.time() if since is None else since
        entry = [priority, came, place]
        bisect.insort(self._line, entry, key=self._key)
        try:
            async with asyncio.timeout(ttl):
                await place
        except BaseException:
            if place.done() and not place.cancelled():
                self._give()
            raise
        finally:
            if entry in self._line:
                self._line.remove(entry)

    def _key(self, entry: list) -> float:
        return entry[0] + self._ageing * entry[1]

    def _rank(self, entry: list, now: float) -> float:
        priority, came, _ = entry
        return priority - self._ageing * (now - came)

    def _give(self) -> None:
        now = asyncio.get_running_loop().time()
        self._served += 1
        alive = [entry for entry in self._line if not entry[2].done()]
        if not alive:
            self._free += 1
            return
        best = alive[0]
        self._line.remove(best)
        best[2].set_result(None)
