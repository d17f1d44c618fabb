# mistake: ticket-before-place
"""The sender takes the next ticket, then waits for a place with it in hand."""

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
    places = asyncio.Semaphore(workers)

    async def one(payload: object) -> None:
        try:
            await cook(payload)
        finally:
            places.release()
            line.task_done()

    async def send(group: asyncio.TaskGroup) -> None:
        while True:
            _, _, payload = await line.get()
            await places.acquire()
            group.create_task(one(payload))

    async with asyncio.TaskGroup() as group:
        sender = group.create_task(send(group))
        async for priority, payload in orders:
            line.put_nowait((priority, next(numbers), payload))
        await line.join()
        sender.cancel()
