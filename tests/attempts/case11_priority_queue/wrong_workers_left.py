# mistake: left-running
"""The cooks are never sent home."""

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

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    await line.join()
