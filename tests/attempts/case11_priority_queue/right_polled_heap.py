# remark: polling
"""A heap that every cook looks at every 10 ms."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import heapq


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: list[tuple[int, int, object]] = []
    ended = False
    numbers = 0

    async def work() -> None:
        while line or not ended:
            if not line:
                await asyncio.sleep(0.01)
                continue
            await cook(heapq.heappop(line)[2])

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        heapq.heappush(line, (priority, numbers, payload))
        numbers += 1
    ended = True
    await asyncio.gather(*cooks)
