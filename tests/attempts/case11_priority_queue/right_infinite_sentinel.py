"""One sentinel per cook, with an infinite priority and a number of its own."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import math
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: asyncio.PriorityQueue[tuple[float, int, object]] = asyncio.PriorityQueue()
    numbers = count()
    home = object()

    async def work() -> None:
        while True:
            _, _, payload = await line.get()
            if payload is home:
                return
            await cook(payload)

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
        async for priority, payload in orders:
            line.put_nowait((priority, next(numbers), payload))
        for _ in range(workers):
            line.put_nowait((math.inf, next(numbers), home))
