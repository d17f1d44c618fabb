# mistake: left-running
import asyncio
import queue
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: queue.PriorityQueue[tuple[int, int, object]] = queue.PriorityQueue()
    numbers = count()

    async def work() -> None:
        while True:
            *_, payload = await asyncio.to_thread(line.get)
            await cook(payload)
            line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put((priority, next(numbers), payload))
    await asyncio.to_thread(line.join)
    for one in cooks:
        one.cancel()
