"""Case 16, mended."""

import asyncio
from contextlib import asynccontextmanager


class PrioritySemaphore:
    """Each waiter races two tasks: its place, and its patience."""

    def __init__(self, value=1, *, ageing=0.0):
        self._free = value
        self._ageing = ageing
        self._line = []
        self._no = 0

    def locked(self):
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        if self._free:
            self._free -= 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError
        else:
            await self._race(priority, ttl, since)
        try:
            yield
        finally:
            self._release()

    async def _race(self, priority, ttl, since):
        loop = asyncio.get_running_loop()
        self._no += 1
        gong = asyncio.Event()
        entry = [
            priority + self._ageing * (since if since is not None else loop.time()),
            self._no,
            gong,
        ]
        self._line.append(entry)
        self._line.sort(key=lambda e: (e[0], e[1]))
        tasks = [asyncio.create_task(gong.wait())]
        if ttl is not None:
            tasks.append(asyncio.create_task(asyncio.sleep(ttl)))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if gong.is_set():
                self._release()
            else:
                self._line.remove(entry)
            raise
        finally:
            for task in tasks:
                task.cancel()
        if not gong.is_set():
            self._line.remove(entry)
            raise TimeoutError(f"nothing within {ttl} s")

    def _release(self):
        if self._line:
            self._line.pop(0)[2].set()
        else:
            self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
