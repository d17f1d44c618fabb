"""Case 15: patience has an end. A semaphore whose waiters give up after a while.

A guest may say how long it waits: its ttl. The gate of case 14 was given one with `wait_for`, and
now a guest who gave up gives back a place that it never had: two are inside where one may be.

Mend `PrioritySemaphore`. All that case 14 promises holds: never more than `value` inside, the most
urgent waiter next, ties by arrival, a waiter who leaves costs nothing, errors inside pass
unchanged, nobody slips past, `locked()` tells the truth, exactly `value` can be inside afterwards.
And of the ttl (a number of seconds):
- it runs from entering the line. Who has no place by then gets `TimeoutError` at once (within
  20 ms, no earlier), however often places changed hands meanwhile; none gets in later;
- it bounds the wait, never the stay: a guest inside past its ttl isn't disturbed;
- `ttl=None` waits for ever; `ttl=0` or less takes a free place nobody waits for, or raises at once;
- the body's own TimeoutError reaches the caller as it is and gives back one place;
- who gave up leaves the memory: after 10 000 who came one after another, at most 3 waiting at once,
  there are fewer than 5 000 objects more than before.

Leave the names and the arguments alone: `PrioritySemaphore(value)`, `acquire(priority, ttl)`, which
gives an async context manager, and `locked()`.
"""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    """Lets `value` guests in at once, the most urgent first; they may lose patience."""

    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []  # (priority, arrival, place)
        self._arrivals = count()

    def locked(self) -> bool:
        """Whether a newcomer would have to wait."""
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int, ttl: float | None = None) -> AsyncIterator[None]:
        """Wait for a place, for `ttl` seconds at the most; keep it for the length of the block."""
        try:
            await asyncio.wait_for(self._take(priority), ttl)
            yield
        except TimeoutError:
            self._sweep()
            raise
        finally:
            self._give()

    async def _take(self, priority: int) -> None:
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, next(self._arrivals), place))
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give()
            raise

    def _give(self) -> None:
        while self._line:
            place = heapq.heappop(self._line)[-1]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1

    def _sweep(self) -> None:
        """Those who gave up leave the line."""
        self._line = [entry for entry in self._line if not entry[-1].done()]
        heapq.heapify(self._line)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 15`
    __import__("kitchen").run(__file__)
