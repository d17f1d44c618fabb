# mistake: sentinel-among-orders
"""(99, None) as a sentinel per cook: a None payload and priorities over 99 are lost."""

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

    async def work() -> None:
        while True:
            _, _, payload = await line.get()
            if payload is None:
                return
            await cook(payload)

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    for _ in range(workers):
        line.put_nowait((99, next(numbers), None))
    await asyncio.gather(*cooks)
