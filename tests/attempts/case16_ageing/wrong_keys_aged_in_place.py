# mistake: wrong-effective-priority
"""Keys are brought up to date only at hand-overs, so a newcomer is pushed among stale ones, and nobody heapifies."""

import asyncio
import heapq
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value=1, *, ageing=0.0):
        self._free = value
        self._ageing = ageing
        self._line = []
        self._n = count()

    def locked(self):
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError
        else:
            loop = asyncio.get_running_loop()
            fut = loop.create_future()
            came = loop.time() if since is None else since
            entry = [
                priority - self._ageing * (loop.time() - came),
                next(self._n),
                priority,
                came,
                fut,
            ]
            heapq.heappush(self._line, entry)
            try:
                async with asyncio.timeout(ttl):
                    await fut
            except TimeoutError:
                if fut.cancelled():
                    self._clean()
                    raise
            except asyncio.CancelledError:
                if fut.cancelled():
                    self._clean()
                else:
                    self._release()
                raise
        try:
            yield
        finally:
            self._release()

    def _clean(self):
        self._line = [e for e in self._line if not e[-1].done()]
        heapq.heapify(self._line)

    def _release(self):
        now = asyncio.get_running_loop().time()
        for entry in self._line:  # everybody is older now
            entry[0] = entry[2] - self._ageing * (now - entry[3])
        while self._line:
            fut = heapq.heappop(self._line)[-1]
            if not fut.done():
                fut.set_result(None)
                return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
