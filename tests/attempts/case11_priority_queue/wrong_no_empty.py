# mistake: queue-without-empty
"""A Queue with its own store, but without empty(): get waits for ever."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import heapq


class Line(asyncio.Queue):
    def _init(self, maxsize: int) -> None:
        self.heap: list = []
        self.came = 0
        self._queue = ()

    def _put(self, item) -> None:
        heapq.heappush(self.heap, (item[0], self.came, item[1]))
        self.came += 1

    def _get(self):
        return heapq.heappop(self.heap)


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line = Line()

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket[2])
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, payload))
    await line.join()
    for one in cooks:
        one.cancel()
