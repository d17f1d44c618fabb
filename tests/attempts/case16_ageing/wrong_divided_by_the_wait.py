# mistake: ageing-scaled
"""The priority is divided by a sum with the wait in it."""

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
            entry = (priority, loop.time() if since is None else since, loop.create_future())
            self._line.append(entry)
            try:
                async with asyncio.timeout(ttl):
                    await entry[2]
            except BaseException:
                if entry in self._line:
                    self._line.remove(entry)
                elif not entry[2].cancelled():
                    self._release()
                raise
        try:
            yield
        finally:
            self._release()

    def _release(self):
        now = asyncio.get_running_loop().time()
        while self._line:
            best = min(self._line, key=lambda e: e[0] / (1 + self._ageing * (now - e[1])))
            self._line.remove(best)
            if not best[2].done():
                best[2].set_result(None)
                return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
