# mistake: latest-first
"""A LifoQueue: the latest first, whatever its priority."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line = asyncio.LifoQueue()

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket[1])
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, payload))
    await line.join()
    for one in cooks:
        one.cancel()
