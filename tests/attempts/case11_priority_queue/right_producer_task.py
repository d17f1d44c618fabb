"""The stream is read by a task of its own, the cooks wait with wait_for and look again."""

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

    async def read() -> None:
        async for priority, payload in orders:
            await line.put((priority, next(numbers), payload))

    reader = asyncio.create_task(read())

    async def work() -> None:
        while not (reader.done() and line.empty()):
            try:
                _, _, payload = await asyncio.wait_for(line.get(), 0.3)
            except TimeoutError:
                continue
            await cook(payload)

    await asyncio.gather(reader, *(work() for _ in range(workers)))
