# mistake: cooks-idle
"""Free cooks look at the line every 0.1 s."""

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
    number = 0

    async def work() -> None:
        while line or not ended:
            if not line:
                await asyncio.sleep(0.1)
                continue
            await cook(heapq.heappop(line)[2])

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        heapq.heappush(line, (priority, number, payload))
        number += 1
    ended = True
    await asyncio.gather(*cooks)
