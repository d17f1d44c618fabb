# mistake: never-ends
"""One sentinel for all cooks: one goes home, the others wait for ever."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import math
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: asyncio.PriorityQueue = asyncio.PriorityQueue()
    numbers = count()
    home = object()

    async def work() -> None:
        while (entry := await line.get())[2] is not home:
            await cook(entry[2])

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    line.put_nowait((math.inf, next(numbers), home))
    await asyncio.gather(*cooks)
