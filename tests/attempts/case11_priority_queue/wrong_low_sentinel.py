# mistake: sentinel-among-orders
"""A sentinel of priority 99 with a mark of its own: orders beyond 99 are never cooked."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
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
    for _ in range(workers):
        line.put_nowait((99, next(numbers), home))
    await asyncio.gather(*cooks)
