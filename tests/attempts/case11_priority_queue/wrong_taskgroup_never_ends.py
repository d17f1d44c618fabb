# mistake: never-ends
"""Cooks in a TaskGroup that nobody cancels."""

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
            await cook(payload)
            line.task_done()

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
        async for priority, payload in orders:
            line.put_nowait((priority, next(numbers), payload))
        await line.join()
