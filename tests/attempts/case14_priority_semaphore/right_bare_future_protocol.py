"""Yields the future to the loop by hand, without `await` on it anywhere."""

import asyncio
import heapq
from contextlib import asynccontextmanager


class _Turn:
    _asyncio_future_blocking = False

    def __init__(self) -> None:
        self.future = asyncio.get_running_loop().create_future()

    def __await__(self):
        return (yield from self.future)


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line = []
        self._n = 0

    def locked(self) -> bool:
        return self._free < 1

    def acquire(self, priority: int):
        return self._visit(priority)

    @asynccontextmanager
    async def _visit(self, priority):
        if self._free:
            self._free -= 1
        else:
            self._n += 1
            turn = _Turn()
            heapq.heappush(self._line, (priority, self._n, turn))
            try:
                await turn
            except BaseException:
                if turn.future.done() and not turn.future.cancelled():
                    self._done()
                raise
        try:
            yield self
        finally:
            self._done()

    def _done(self):
        while self._line:
            _, _, turn = heapq.heappop(self._line)
            if not turn.future.done():
                turn.future.set_result(self)
                break
        else:
            self._free += 1
