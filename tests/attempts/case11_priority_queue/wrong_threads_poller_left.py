# mistake: left-running
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
    news: queue.Queue[int] = queue.Queue()

    def diary() -> None:
        while True:
            try:
                news.get(timeout=0.1)
            except queue.Empty:
                continue

    async def work() -> None:
        while True:
            _, number, payload = await line.get()
            await cook(payload)
            news.put(number)
            line.task_done()

    threading.Thread(target=diary, daemon=True).start()
    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    await line.join()
    for one in cooks:
        one.cancel()
    await asyncio.gather(*cooks, return_exceptions=True)
