# mistake: no-limit
"""One cook more than `workers`."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line = asyncio.PriorityQueue()
    numbers = count()

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket[2])
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers + 1)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    await line.join()
    for one in cooks:
        one.cancel()
