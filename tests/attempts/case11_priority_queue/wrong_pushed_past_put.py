# mistake: pushed-past-put
"""Pushes into the heap inside the queue: nobody is woken."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import heapq
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: asyncio.PriorityQueue = asyncio.PriorityQueue()
    numbers = count()
    left, ended, quiet = 0, False, asyncio.Event()

    async def work() -> None:
        nonlocal left
        while True:
            _, _, payload = await line.get()
            await cook(payload)
            left -= 1
            if ended and not left:
                quiet.set()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        left += 1
        heapq.heappush(line._queue, (priority, next(numbers), payload))
    ended = True
    if left:
        await quiet.wait()
    for one in cooks:
        one.cancel()
