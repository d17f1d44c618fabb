# mistake: wrong-effective-priority
"""A waiter begins to age at the first hand-over that passes it."""

import asyncio
from contextlib import asynccontextmanager


class _Waiter:
    def __init__(self, priority, came, fut):
        self.priority, self.came, self.fut = priority, came, fut


class PrioritySemaphore:
    """A plain list in order of arrival; the ranks are worked out when a place comes free."""

    def __init__(self, value=1, *, ageing=0.0):
        self._free = value
        self._ageing = ageing
        self._waiters = []

    def locked(self):
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        await self._enter(priority, ttl, since)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, priority, ttl, since):
        if self._free > 0:
            self._free -= 1
            return
        if ttl is not None and ttl <= 0:
            raise TimeoutError("full")
        loop = asyncio.get_running_loop()
        w = _Waiter(priority, since, loop.create_future())
        self._waiters.append(w)
        handle = None
        if ttl is not None:
            handle = loop.call_later(ttl, self._give_up, w)
        try:
            await w.fut
        except asyncio.CancelledError:
            if w in self._waiters:
                self._waiters.remove(w)
            elif not w.fut.cancelled() and w.fut.exception() is None:
                self._leave()
            raise
        finally:
            if handle:
                handle.cancel()

    def _give_up(self, w):
        if w in self._waiters:
            self._waiters.remove(w)
            if not w.fut.done():
                w.fut.set_exception(TimeoutError("out of patience"))

    def _leave(self):
        now = asyncio.get_running_loop().time()
        alive = [w for w in self._waiters if not w.fut.done()]
        if not alive:
            self._free += 1
            return
        for w in alive:
            if w.came is None:
                w.came = now
        best = min(alive, key=lambda w: w.priority - self._ageing * (now - w.came))
        self._waiters.remove(best)
        best.fut.set_result(None)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
