# mistake: raises
"""The key is in seconds, and with ageing=0 it divides by zero."""

import asyncio
import heapq
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    """The rank as a moment: when would a guest of priority 0 have to come to be its equal?"""

    def __init__(self, value: int = 1, *, ageing: float = 0.0) -> None:
        self._free = value
        self._rate = ageing
        self._line: list[tuple[float, int, asyncio.Future]] = []
        self._tickets = count()

    def locked(self) -> bool:
        return self._free == 0

    def _rank(self, priority: float, moment: float) -> float:
        return moment + priority / self._rate

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        if self._free:
            self._free -= 1
        else:
            if ttl is not None and ttl <= 0:
                raise TimeoutError("all places are taken")
            loop = asyncio.get_running_loop()
            moment = loop.time() if since is None else since
            fut = loop.create_future()
            mine = (self._rank(priority, moment), next(self._tickets), fut)
            heapq.heappush(self._line, mine)
            handle = loop.call_later(ttl, fut.cancel, "ttl") if ttl is not None else None
            try:
                await fut
            except asyncio.CancelledError as exc:
                if fut.cancelled():
                    self._sweep()
                    task = asyncio.current_task()
                    if exc.args == ("ttl",) and not task.cancelling():
                        raise TimeoutError(f"no place within {ttl} s") from None
                else:
                    self._next()
                raise
            finally:
                if handle:
                    handle.cancel()
        try:
            yield
        finally:
            self._next()

    def _sweep(self) -> None:
        line = [e for e in self._line if not e[2].done()]
        heapq.heapify(line)
        self._line = line

    def _next(self) -> None:
        while self._line:
            fut = heapq.heappop(self._line)[2]
            if not fut.done():
                fut.set_result(None)
                return
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
