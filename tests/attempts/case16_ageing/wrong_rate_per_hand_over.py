# mistake: ageing-without-clock
"""The rate is taken off at each hand-over instead of each second."""

import asyncio
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value=1, *, ageing=0.0):
        self._free = value
        self._ageing = ageing
        self._line = []

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
            age = 0.0 if since is None else loop.time() - since
            entry = [priority - self._ageing * age, fut]
            self._line.append(entry)
            try:
                async with asyncio.timeout(ttl):
                    await fut
            except TimeoutError:
                if fut.cancelled():
                    raise
            except asyncio.CancelledError:
                if not fut.cancelled():
                    self._release()
                raise
            finally:
                if entry in self._line:
                    self._line.remove(entry)
        try:
            yield
        finally:
            self._release()

    def _release(self):
        self._line = [e for e in self._line if not e[1].done()]
        if not self._line:
            self._free += 1
            return
        best = min(self._line, key=lambda e: e[0])
        self._line.remove(best)
        for other in self._line:
            other[0] -= self._ageing
        best[1].set_result(None)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
