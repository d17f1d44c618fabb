# mistake: ageing-capped
"""The heap's entries compare by a rank that moves and stops at 0, so answers turn while they lie there."""

import asyncio
import heapq
from itertools import count


class _Visit:
    """What acquire() gives: the wait and the stay of one guest."""

    def __init__(self, gate, priority, ttl, since):
        self.gate, self.priority, self.ttl, self.since = gate, priority, ttl, since

    async def __aenter__(self):
        gate = self.gate
        if gate._free:
            gate._free -= 1
            return None
        if self.ttl is not None and self.ttl <= 0:
            raise TimeoutError
        loop = asyncio.get_running_loop()
        came = self.since if self.since is not None else loop.time()
        self.came = came
        self.n = next(gate._count)
        self.fut = loop.create_future()
        heapq.heappush(gate._heap, self)
        timer = loop.call_later(self.ttl, self._bored) if self.ttl is not None else None
        try:
            await self.fut
        except BaseException:
            if self.fut.done() and not self.fut.cancelled() and self.fut.exception() is None:
                gate._release()
            else:
                gate._tidy()
            raise
        finally:
            if timer is not None:
                timer.cancel()

    def __lt__(self, other):
        return (self.rank(), self.n) < (other.rank(), other.n)

    def rank(self):
        waited = asyncio.get_running_loop().time() - self.came
        return max(0, self.priority - self.gate._ageing * waited)

    def _bored(self):
        if not self.fut.done():
            self.fut.set_exception(TimeoutError(f"no place within {self.ttl} s"))

    async def __aexit__(self, *exc):
        self.gate._release()


class PrioritySemaphore:
    def __init__(self, value: int = 1, *, ageing: float = 0.0) -> None:
        self._free, self._ageing = value, ageing
        self._heap: list[_Visit] = []
        self._count = count()
        self._gone = 0

    def locked(self) -> bool:
        return self._free == 0

    def acquire(self, priority, ttl=None, *, since=None):
        return _Visit(self, priority, ttl, since)

    def _tidy(self):
        self._gone += 1
        if self._gone > 16 and 2 * self._gone > len(self._heap):
            self._heap = [v for v in self._heap if not v.fut.done()]
            heapq.heapify(self._heap)
            self._gone = 0

    def _release(self):
        while self._heap:
            v = heapq.heappop(self._heap)
            if not v.fut.done():
                v.fut.set_result(None)
                return
            self._gone = max(0, self._gone - 1)
        self._free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
