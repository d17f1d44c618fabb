# mistake: place-made
"""Who is cancelled in the turn in which its ttl ends passes on a place that it never got."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    """Lets `value` guests in at once, the most urgent first; a guest may lose its patience."""

    def __init__(self, value: int = 1, *, ageing: float = 0.0) -> None:
        self._free = value
        self._ageing = ageing
        self._line: list[tuple[float, int, asyncio.Future[bool]]] = []  # priority, arrival, place
        self._arrivals = count()
        self._dead = 0  # entries in the line whose guests have gone

    def locked(self) -> bool:
        """Whether a newcomer would have to wait."""
        return self._free == 0

    @asynccontextmanager
    async def acquire(
        self, priority: float, ttl: float | None = None, *, since: float | None = None
    ) -> AsyncIterator[None]:
        """Wait for a place, at most `ttl` seconds, and keep it for the length of the block."""
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError("no place is free")
        else:
            asked = asyncio.get_running_loop().time() if since is None else since
            await self._wait(priority + self._ageing * asked, ttl)
        try:
            yield
        finally:
            self._hand_over()

    async def _wait(self, priority: float, ttl: float | None) -> None:
        """Until a place has been handed to us, or our patience ends."""
        loop = asyncio.get_running_loop()
        place: asyncio.Future[bool] = loop.create_future()
        heapq.heappush(self._line, (priority, next(self._arrivals), place))
        timer = None if ttl is None else loop.call_later(ttl, self._expire, place)
        try:
            ours = await place
        except asyncio.CancelledError:
            if place.cancelled():
                self._bury()
            else:
                self._hand_over()
            raise
        finally:
            if timer is not None:
                timer.cancel()
        if not ours:
            raise TimeoutError(f"no place within {ttl:g} s")

    def _hand_over(self) -> None:
        """A place has come free: it is the most urgent waiter's, or nobody's."""
        while self._line:
            *_, place = heapq.heappop(self._line)
            if not place.done():
                place.set_result(True)
                return
            self._dead -= 1
        self._free += 1

    def _expire(self, place: asyncio.Future[bool]) -> None:
        """A guest's patience has ended. If it was handed a place before that, it keeps it."""
        if not place.done():
            place.set_result(False)
            self._bury()

    def _bury(self) -> None:
        """One more entry is dead; when more than half are, keep only the living."""
        self._dead += 1
        if 2 * self._dead > len(self._line):
            living = [entry for entry in self._line if not entry[-1].done()]
            self._dead -= len(self._line) - len(living)
            heapq.heapify(living)
            self._line = living
