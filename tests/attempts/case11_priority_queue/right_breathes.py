"""A cook that lets others run after each dish, and again: it looks for nothing, so nothing is said."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: asyncio.PriorityQueue[tuple[int, int, object]] = asyncio.PriorityQueue()
    numbers = count()

    async def work() -> None:
        while True:
            _, _, payload = await line.get()
            await cook(payload)
            line.task_done()
            await asyncio.sleep(0)

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    await line.join()
    for one in cooks:
        one.cancel()
