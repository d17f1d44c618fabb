# mistake: goes-home-when-empty
"""`while not line.empty()`: cooks go home when the line runs dry."""

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
        while not line.empty():
            await cook(line.get_nowait()[2])
            line.task_done()

    cooks: list[asyncio.Task] = []
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
        if not cooks:
            cooks = [asyncio.create_task(work()) for _ in range(workers)]
    await asyncio.gather(*cooks)
