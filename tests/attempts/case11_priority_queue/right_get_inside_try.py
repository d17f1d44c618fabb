# remark: get-inside-try
"""get inside the try: whoever is sent home while it waits counts once too often."""

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
            try:
                _, _, payload = await line.get()
                await cook(payload)
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    await line.join()
    for one in cooks:
        one.cancel()
    await asyncio.gather(*cooks, return_exceptions=True)
