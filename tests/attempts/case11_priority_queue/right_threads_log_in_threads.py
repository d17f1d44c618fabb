"""asyncio.PriorityQueue, and a diary that a thread writes, fed through a queue.SimpleQueue; it is sent
home at the end."""

import asyncio
import queue
import threading
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: asyncio.PriorityQueue[tuple[int, int, object]] = asyncio.PriorityQueue()
    numbers = count()
    news: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    diary: list[str] = []

    def write() -> None:
        while (text := news.get()) is not None:
            diary.append(text)

    async def work() -> None:
        while True:
            priority, number, payload = await line.get()
            try:
                await cook(payload)
            finally:
                news.put(f"{number} ({priority}) cooked")
                line.task_done()

    writer = threading.Thread(target=write)
    writer.start()
    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    await line.join()
    for one in cooks:
        one.cancel()
    await asyncio.gather(*cooks, return_exceptions=True)
    news.put(None)
    await asyncio.to_thread(writer.join)
