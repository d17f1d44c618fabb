"""Case 16, mended."""

import asyncio
from collections import deque
from contextlib import asynccontextmanager


class PrioritySemaphore:
    """A queue for each priority, oldest in front; the fronts are compared."""

    def __init__(self, value=1, *, ageing=0.0):
        self._free = value
        self._ageing = ageing
        self._queues = {}
        self._number = 0

    def locked(self):
        return not self._free

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError
        else:
            await self._queue_up(priority, ttl, since)
        try:
            yield
        finally:
            self._pass_on()

    async def _queue_up(self, priority, ttl, since):
        loop = asyncio.get_running_loop()
        came = loop.time() if since is None or not self._ageing else since
        if not self._ageing:
            came = 0.0
        self._number += 1
        entry = (came, self._number, loop.create_future())
        queue = self._queues.setdefault(priority, deque())
        place = len(queue)
        while place and queue[place - 1][0] > came:
            place -= 1
        queue.insert(place, entry)
        fut = entry[2]
        timer = loop.call_later(ttl, self._timeout, priority, entry) if ttl is not None else None
        try:
            if not await fut:
                raise TimeoutError("too long")
        except asyncio.CancelledError:
            if not self._drop(priority, entry) and not fut.cancelled() and fut.result():
                self._pass_on()
            raise
        finally:
            if timer is not None:
                timer.cancel()

    def _drop(self, priority, entry):
        queue = self._queues.get(priority)
        if queue is None or entry not in queue:
            return False
        queue.remove(entry)
        if not queue:
            del self._queues[priority]
        return True

    def _timeout(self, priority, entry):
        if not entry[2].done() and self._drop(priority, entry):
            entry[2].set_result(False)

    def _pass_on(self):
        while self._queues:
            now = asyncio.get_running_loop().time()
            first = min(
                self._queues,
                key=lambda p: (p + self._ageing * self._queues[p][0][0], self._queues[p][0][1]),
            )
            entry = self._queues[first][0]
            self._drop(first, entry)
            if not entry[2].done():
                entry[2].set_result(True)
                return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
