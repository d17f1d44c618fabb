# mistake: priorities-misread
"""Three queues: urgent, normal, low."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    shelves: list[list[object]] = [[], [], []]
    there = asyncio.Semaphore(0)
    left = asyncio.Queue()

    async def work() -> None:
        while True:
            await there.acquire()
            shelf = next(shelf for shelf in shelves if shelf)
            payload = shelf.pop(0)
            try:
                await cook(payload)
            finally:
                left.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        left.put_nowait(None)
        shelves[0 if priority <= 1 else 1 if priority < 10 else 2].append(payload)
        there.release()
    await left.join()
    for one in cooks:
        one.cancel()
