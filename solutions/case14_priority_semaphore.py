"""Case 14, solved: a semaphore that hands its places to the most urgent waiter.

A place that comes free is given to a waiter at once, before anybody else can see it (hand-over): so
nobody slips past, and `locked()` needs no guessing. The line is a heap of (priority, order of
arrival, future); the order is never equal, so futures are never compared. A waiter who leaves stays
in the heap as a cancelled future and is passed over when its turn comes.

Costs: O(log n) for a waiter, O(1) without waiting. What it doesn't do: a waiter may wait for ever
(case 15), and urgent guests who never stop coming keep the others out (case 16). Those who left
stay in memory until their turn would have come.
"""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    """Lets `value` guests in at once, the most urgent first, equals in order of arrival."""

    def __init__(self, value: int = 1) -> None:
        if value < 1:
            raise ValueError(f"a gate needs at least one place, not {value}")
        self._free = value
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []  # (priority, arrival, place)
        self._arrivals = count()

    def __repr__(self) -> str:
        waiting = sum(not place.done() for *_, place in self._line)
        return f"<PrioritySemaphore, {self._free} free, {waiting} waiting>"

    def locked(self) -> bool:
        """Whether a newcomer would have to wait. While anybody waits, no place is free."""
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        """Wait for a place, keep it for the length of the block. Lower numbers are more urgent."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(priority)
        try:
            yield
        finally:
            self._hand_over()

    async def _wait(self, priority: int) -> None:
        """Until a place has been handed to us. Whoever is cancelled then must pass it on."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, next(self._arrivals), place))
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it was ours already: cancelled as it was granted
                self._hand_over()
            raise

    def _hand_over(self) -> None:
        """A place has come free: it belongs to the most urgent who still waits."""
        while self._line:
            place = heapq.heappop(self._line)[-1]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
