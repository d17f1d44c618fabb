# mistake: clock-as-tie-breaker
"""time.time() breaks ties."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import time


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line = asyncio.PriorityQueue()

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket[2])
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, round(time.time(), 3), payload))
    await line.join()
    for one in cooks:
        one.cancel()
