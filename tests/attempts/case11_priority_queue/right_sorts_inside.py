# remark: reaches-into-the-queue
"""Reaches into the queue and sorts its deque in place: not nice, but right."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: asyncio.Queue[tuple[int, object]] = asyncio.Queue()

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
        ordered = sorted(line._queue, key=lambda entry: entry[0])
        line._queue.clear()
        line._queue.extend(ordered)
    await line.join()
    for one in cooks:
        one.cancel()
