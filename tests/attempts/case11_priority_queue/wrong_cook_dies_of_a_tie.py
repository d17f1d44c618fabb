# mistake: cook-dies
"""Priority and number are folded into one key: two keys may be equal, and functions have no order."""

import asyncio
import heapq
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
            _, box = await line.get()
            await cook(box())
            line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority * 10 - 10 * next(numbers), lambda payload=payload: payload))
    await line.join()
    for one in cooks:
        one.cancel()
