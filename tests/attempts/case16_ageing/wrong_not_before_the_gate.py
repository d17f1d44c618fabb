# mistake: age-forgotten
"""An age from before the gate's first wait is cut off."""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush


@dataclass(order=True, slots=True)
class Entry:
    key: float
    number: int
    place: asyncio.Future = field(compare=False)


class PrioritySemaphore:
    """Moments count from the first guest who had to wait, which keeps the numbers small."""

    def __init__(self, value=1, *, ageing=0.0):
        self._places = value
        self._ageing = ageing
        self._epoch = None
        self._numbers = 0
        self._entries = []

    def locked(self):
        return self._places == 0

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        async with AsyncExitStack() as stack:
            await self._get(priority, ttl, since)
            stack.callback(self._put)
            yield

    async def _get(self, priority, ttl, since):
        if self._places:
            self._places -= 1
            return
        if ttl is not None and ttl <= 0:
            raise TimeoutError
        loop = asyncio.get_running_loop()
        if self._epoch is None:
            self._epoch = loop.time()
        age_from = max(0.0, (loop.time() if since is None else since) - self._epoch)
        self._numbers += 1
        entry = Entry(priority + self._ageing * age_from, self._numbers, loop.create_future())
        heappush(self._entries, entry)
        try:
            async with asyncio.timeout(ttl):
                await entry.place
        except TimeoutError:
            if entry.place.cancelled():
                self._forget()
                raise
        except asyncio.CancelledError:
            if entry.place.cancelled():
                self._forget()
            else:
                self._put()
            raise

    def _forget(self):
        dead = sum(e.place.done() for e in self._entries)
        if dead > 32 or dead == len(self._entries):
            self._entries = [e for e in self._entries if not e.place.done()]
            heapify(self._entries)

    def _put(self):
        while self._entries:
            place = heappop(self._entries).place
            if not place.done():
                place.set_result(True)
                return
        self._places += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
