# mistake: one-cook
"""One cook, whatever `workers` says."""

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

    one = asyncio.create_task(work())
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    await line.join()
    one.cancel()
