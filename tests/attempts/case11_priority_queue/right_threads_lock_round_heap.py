"""asyncio cooks; the heap is guarded by a threading.Lock, never held over an await."""

import asyncio
import heapq
import threading
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


class Line:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = count()
        self._heap: list[tuple[int, int, object]] = []

    def put(self, priority: int, payload: object) -> None:
        with self._lock:
            heapq.heappush(self._heap, (priority, next(self._numbers), payload))

    def get(self) -> object:
        with self._lock:
            return heapq.heappop(self._heap)[2]


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line, there = Line(), asyncio.Semaphore(0)

    async def work() -> None:
        while True:
            await there.acquire()
            if ended and not line._heap:
                return
            await cook(line.get())

    ended = False
    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put(priority, payload)
        there.release()
    ended = True
    for _ in range(workers):
        there.release()
    await asyncio.gather(*cooks)
