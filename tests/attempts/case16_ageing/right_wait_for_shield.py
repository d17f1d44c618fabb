"""Case 16, mended."""

import asyncio
import heapq
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value=1, *, ageing=0.0):
        self._value = value
        self._used = 0
        self._ageing = ageing
        self._arrived = 0
        self._waiting = []

    def locked(self):
        return self._used == self._value

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        if self._used < self._value:
            self._used += 1
        else:
            if ttl is not None and ttl <= 0:
                raise TimeoutError("no")
            loop = asyncio.get_running_loop()
            place = loop.create_future()
            if since is None:
                since = loop.time()
            self._arrived += 1
            entry = (priority + self._ageing * since, self._arrived, place)
            heapq.heappush(self._waiting, entry)
            me = asyncio.current_task()
            before = me.cancelling()
            try:
                # shielded: nobody but us decides what becomes of the place
                await asyncio.wait_for(asyncio.shield(place), ttl)
            except (asyncio.CancelledError, TimeoutError) as exc:
                if not place.done():
                    place.cancel()
                    self._waiting.remove(entry)
                    heapq.heapify(self._waiting)
                    raise
                if isinstance(exc, asyncio.CancelledError):
                    self._out()
                    raise
            if me.cancelling() > before:  # 3.11's wait_for swallows this one
                self._out()
                raise asyncio.CancelledError
        try:
            yield
        finally:
            self._out()

    def _out(self):
        if self._waiting:
            heapq.heappop(self._waiting)[2].set_result(None)
        else:
            self._used -= 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
