"""Case 16, mended."""

import asyncio
import heapq
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    """Deadlines have a heap of their own, and one alarm for the earliest."""

    def __init__(self, value=1, *, ageing=0.0):
        self._free = value
        self._ageing = ageing
        self._line = []
        self._deadlines = []
        self._alarm = None
        self._count = count()
        self._alive = 0

    def locked(self):
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError("full")
        else:
            await self._wait(priority, ttl, since)
        try:
            yield
        finally:
            self._hand_over()

    async def _wait(self, priority, ttl, since):
        loop = asyncio.get_running_loop()
        now, n, fut = loop.time(), next(self._count), loop.create_future()
        key = priority + self._ageing * (now if since is None else since)
        heapq.heappush(self._line, (key, n, fut))
        if ttl is not None:
            heapq.heappush(self._deadlines, (now + ttl, n, fut))
            self._set_alarm(loop)
        self._alive += 1
        try:
            state = await fut
        except asyncio.CancelledError:
            if fut.cancelled():
                self._lost(loop)
            elif fut.result() == "in":
                self._hand_over()
            raise
        if state == "late":
            raise TimeoutError(f"{ttl} s are over")

    def _lost(self, loop):
        self._alive -= 1
        self._sweep(loop)

    def _sweep(self, loop):
        for heap in (self._line, self._deadlines):
            if len(heap) > 2 * self._alive + 4:
                heap[:] = [e for e in heap if not e[2].done()]
                heapq.heapify(heap)
        self._set_alarm(loop)

    def _set_alarm(self, loop):
        while self._deadlines and self._deadlines[0][2].done():
            heapq.heappop(self._deadlines)
        first = self._deadlines[0][0] if self._deadlines else None
        if self._alarm is not None:
            if self._alarm.when() == first:
                return
            self._alarm.cancel()
            self._alarm = None
        if first is not None:
            self._alarm = loop.call_at(first, self._ring, loop)

    def _ring(self, loop):
        self._alarm = None
        now = loop.time() + 1e-9
        while self._deadlines and self._deadlines[0][0] <= now:
            fut = heapq.heappop(self._deadlines)[2]
            if not fut.done():
                fut.set_result("late")
                self._alive -= 1
        self._sweep(loop)

    def _hand_over(self):
        loop = asyncio.get_running_loop()
        while self._line:
            fut = heapq.heappop(self._line)[2]
            if not fut.done():
                fut.set_result("in")
                self._alive -= 1
                self._sweep(loop)
                return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
