# mistake: slips-past
"""A place that comes free is counted free until the woken one runs, and a regular who comes back in that turn takes it."""

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
        if ttl is not None and ttl <= 0 and not self._free:
            raise TimeoutError
        loop = asyncio.get_running_loop()
        if not self._free:
            key = (
                priority + self._ageing * (loop.time() if since is None else since),
                next(self._n),
            )
            try:
                async with asyncio.timeout(ttl):
                    while not self._free:
                        fut = loop.create_future()
                        entry = (key, fut)
                        heapq.heappush(self._line, entry)
                        try:
                            await fut
                        finally:
                            if entry in self._line:
                                self._line.remove(entry)
                                heapq.heapify(self._line)
            except BaseException:
                if self._free:
                    self._wake()
                raise
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1
            self._wake()

    def _wake(self):
        while self._line:
            fut = heapq.heappop(self._line)[1]
            if not fut.done():
                fut.set_result(None)
                return


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
