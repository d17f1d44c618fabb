"""Case 16, mended."""

import asyncio
import heapq
from contextlib import asynccontextmanager


class PrioritySemaphore:
    """asyncio.Semaphore counts the places; who finds none has a semaphore of its own to wait at."""

    def __init__(self, value=1, *, ageing=0.0):
        self._places = asyncio.Semaphore(value)
        self._ageing = ageing
        self._heap = []
        self._next = 0

    def locked(self):
        return self._places.locked()

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        if not self._places.locked():
            await self._places.acquire()  # doesn't wait
        elif ttl is not None and ttl <= 0:
            raise TimeoutError("full")
        else:
            t = asyncio.get_running_loop().time() if since is None else since
            ticket = [priority + self._ageing * t, self._next, asyncio.Semaphore(0), "waits"]
            self._next += 1
            heapq.heappush(self._heap, ticket)
            try:
                async with asyncio.timeout(ttl):
                    await ticket[2].acquire()
            except TimeoutError:
                if ticket[3] == "waits":
                    self._remove(ticket)
                    raise
            except asyncio.CancelledError:
                if ticket[3] == "waits":
                    self._remove(ticket)
                else:
                    self._leave()
                raise
        try:
            yield
        finally:
            self._leave()

    def _remove(self, ticket):
        self._heap.remove(ticket)
        heapq.heapify(self._heap)

    def _leave(self):
        if self._heap:
            ticket = heapq.heappop(self._heap)
            ticket[3] = "in"
            ticket[2].release()
        else:
            self._places.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
