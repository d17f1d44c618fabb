# mistake: from-another-thread
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
    incoming: queue.SimpleQueue = queue.SimpleQueue()
    line: asyncio.PriorityQueue[tuple[int, int, object]] = asyncio.PriorityQueue()
    numbers = count()

    def sort_in() -> None:
        while (entry := incoming.get()) is not None:
            priority, payload = entry
            line.put_nowait((priority, next(numbers), payload))

    async def work() -> None:
        while True:
            *_, payload = await line.get()
            try:
                await cook(payload)
            finally:
                line.task_done()

    thread = threading.Thread(target=sort_in)
    thread.start()
    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for order in orders:
        incoming.put(order)
    incoming.put(None)
    await asyncio.to_thread(thread.join)
    await line.join()
    for one in cooks:
        one.cancel()
    await asyncio.gather(*cooks, return_exceptions=True)
