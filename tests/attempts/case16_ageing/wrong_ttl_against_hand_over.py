# mistake: lost-as-granted
"""The timeout wins over a place handed over in the same turn, and the place is lost."""

import asyncio
import heapq
from contextlib import asynccontextmanager
from fractions import Fraction


class PrioritySemaphore:
    """Exact arithmetic: nothing is rounded, whatever the clock shows."""

    def __init__(self, value=1, *, ageing=0.0):
        self._free = value
        self._ageing = Fraction(ageing)
        self._heap = []
        self._n = 0

    def locked(self):
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        if self._free:
            self._free -= 1
        else:
            if ttl is not None and ttl <= 0:
                raise TimeoutError
            await self._queue(priority, ttl, since)
        try:
            yield
        finally:
            self._give()

    async def _queue(self, priority, ttl, since):
        loop = asyncio.get_running_loop()
        moment = Fraction(loop.time() if since is None else since)
        fut = loop.create_future()
        heapq.heappush(self._heap, (Fraction(priority) + self._ageing * moment, self._n, fut))
        self._n += 1
        done = False
        try:
            async with asyncio.timeout(ttl):
                done = await fut
        except TimeoutError:
            self._clean()
            raise
        except asyncio.CancelledError:
            if fut.cancelled():
                self._clean()
            else:
                self._give()
            raise

    def _clean(self):
        self._heap = [e for e in self._heap if not e[2].done()]
        heapq.heapify(self._heap)

    def _give(self):
        while self._heap:
            fut = heapq.heappop(self._heap)[2]
            if not fut.done():
                fut.set_result(True)
                break
        else:
            self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
