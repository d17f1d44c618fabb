# mistake: wrong-effective-priority
"""Clearing the dead away enters the living anew, at this moment."""

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
        self._dead = 0

    def locked(self):
        return self._free == 0

    def _push(self, priority, moment, n, fut):
        heapq.heappush(self._line, (priority + self._ageing * moment, n, priority, fut))

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError
        else:
            loop = asyncio.get_running_loop()
            fut = loop.create_future()
            self._push(priority, loop.time() if since is None else since, next(self._n), fut)
            try:
                async with asyncio.timeout(ttl):
                    await fut
            except TimeoutError:
                if fut.cancelled():
                    self._bury()
                    raise
            except asyncio.CancelledError:
                if fut.cancelled():
                    self._bury()
                else:
                    self._release()
                raise
        try:
            yield
        finally:
            self._release()

    def _bury(self):
        self._dead += 1
        if 2 * self._dead > len(self._line):
            old, self._line, self._dead = self._line, [], 0
            now = asyncio.get_running_loop().time()
            for _, n, priority, fut in old:
                if not fut.done():
                    self._push(priority, now, n, fut)

    def _release(self):
        while self._line:
            fut = heapq.heappop(self._line)[-1]
            if not fut.done():
                fut.set_result(None)
                return
            self._dead = max(0, self._dead - 1)
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
