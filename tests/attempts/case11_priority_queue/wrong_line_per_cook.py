# mistake: line-per-cook
"""Orders are dealt in turn to the cooks, each of whom has a line of its own."""

import asyncio
import heapq
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    lines: list[asyncio.PriorityQueue] = [asyncio.PriorityQueue() for _ in range(workers)]
    numbers = count()

    async def work(line: asyncio.PriorityQueue) -> None:
        while True:
            _, _, payload = await line.get()
            try:
                await cook(payload)
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work(line)) for line in lines]
    async for priority, payload in orders:
        number = next(numbers)
        lines[number % workers].put_nowait((priority, number, payload))
    for line in lines:
        await line.join()
    for one in cooks:
        one.cancel()
