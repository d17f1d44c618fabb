# mistake: ttl-not-kept
"""The whole ttl is given to each wait between two changes."""

import asyncio
from contextlib import asynccontextmanager


class PrioritySemaphore:
    """A generation counter and one future that tells of its changes; who is first goes in."""

    def __init__(self, value=1, *, ageing=0.0):
        self._free = value
        self._ageing = ageing
        self._line = {}
        self._ids = 0
        self._generation = 0
        self._news = None

    def locked(self):
        return self._free <= len(self._line)

    def _changed(self):
        if not self._free:
            return
        self._generation += 1
        if self._news is not None and not self._news.done():
            self._news.set_result(self._generation)
        self._news = None

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        loop = asyncio.get_running_loop()
        if self._free > len(self._line):
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError
        else:
            now = loop.time()
            self._ids += 1
            me = self._ids
            self._line[me] = (priority + self._ageing * (now if since is None else since), me)
            end = None if ttl is None else now + ttl
            try:
                while not (self._free and min(self._line.values())[1] == me):
                    if self._news is None:
                        self._news = loop.create_future()
                    news, seen = self._news, self._generation
                    left = ttl
                    await asyncio.wait([news], timeout=left)
                    if ttl is not None and not news.done():
                        raise TimeoutError(f"{ttl} s over")
                self._free -= 1
            finally:
                del self._line[me]
                self._changed()
        try:
            yield
        finally:
            self._free += 1
            self._changed()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
