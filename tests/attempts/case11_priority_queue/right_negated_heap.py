"""Keys turned round twice: a heap of the largest, fed with minus the priority."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import heapq


class Line:
    """The largest key first."""

    def __init__(self) -> None:
        self.heap = []
        self.seen = 0
        self.there = asyncio.Event()

    def put(self, key: int, payload: object) -> None:
        heapq.heappush(self.heap, (-key, self.seen, payload))
        self.seen += 1
        self.there.set()

    async def get(self) -> object:
        while not self.heap:
            self.there.clear()
            await self.there.wait()
        return heapq.heappop(self.heap)[2]


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line = Line()
    left = 0
    ended = False
    all_done = asyncio.Event()

    async def work() -> None:
        nonlocal left
        while True:
            payload = await line.get()
            await cook(payload)
            left -= 1
            if ended and not left:
                all_done.set()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        left += 1
        line.put(-priority, payload)
    ended = True
    if left:
        await all_done.wait()
    for one in cooks:
        one.cancel()
    await asyncio.gather(*cooks, return_exceptions=True)
