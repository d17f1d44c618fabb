# mistake: reads-between-dishes
"""A place is taken first, and only then the next order is read."""

import asyncio
import heapq
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    heap: list[tuple[int, int, object]] = []
    numbers = count()
    places = asyncio.Semaphore(workers)

    async def serve() -> None:
        try:
            await cook(heapq.heappop(heap)[2])
        finally:
            places.release()

    async with asyncio.TaskGroup() as group:
        await places.acquire()
        async for priority, payload in orders:
            heapq.heappush(heap, (priority, next(numbers), payload))
            group.create_task(serve())
            await places.acquire()
        places.release()
