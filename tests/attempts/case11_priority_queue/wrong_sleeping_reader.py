# mistake: reads-between-dishes
"""The reader takes a breath of 0.1 s after each order."""

import asyncio
import heapq
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
            *_, payload = await line.get()
            await cook(payload)
            line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
        await asyncio.sleep(0.1)
    await line.join()
    for one in cooks:
        one.cancel()
