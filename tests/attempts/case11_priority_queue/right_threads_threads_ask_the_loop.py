"""The cooks are threads. Each waits for an order at a threading.Semaphore, and then has the loop choose
the most urgent one and cook it: the choice is made in the loop, at the last moment."""

import asyncio
import heapq
import threading
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    loop = asyncio.get_running_loop()
    numbers = count()
    heap: list[tuple[int, int, object]] = []
    there = threading.Semaphore(0)

    async def cook_next() -> bool:
        if not heap:  # the stream has ended
            return False
        *_, payload = heapq.heappop(heap)
        await cook(payload)
        return True

    def work() -> None:
        while True:
            there.acquire()
            if not asyncio.run_coroutine_threadsafe(cook_next(), loop).result():
                return

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    async for priority, payload in orders:
        heapq.heappush(heap, (priority, next(numbers), payload))
        there.release()
    there.release(workers)
    for thread in threads:
        await asyncio.to_thread(thread.join)
