"""A thread is the bell: it hears from a threading.Condition that something is in line and a cook is
free, and has the loop start the next cook (call_soon_threadsafe). The loop chooses."""

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
    bell = threading.Condition()
    waiting = 0  # both guarded by bell
    free = workers
    closed = False
    at_work: set[asyncio.Task[None]] = set()

    async def one(payload: object) -> None:
        nonlocal free
        try:
            await cook(payload)
        finally:
            with bell:
                free += 1
                bell.notify()

    def start() -> None:
        task = loop.create_task(one(heapq.heappop(heap)[2]))
        at_work.add(task)
        task.add_done_callback(at_work.discard)

    def ring() -> None:
        nonlocal waiting, free
        while True:
            with bell:
                bell.wait_for(lambda: (waiting and free) or (closed and not waiting))
                if not waiting:
                    return
                waiting -= 1
                free -= 1
            loop.call_soon_threadsafe(start)

    thread = threading.Thread(target=ring)
    thread.start()
    async for priority, payload in orders:
        heapq.heappush(heap, (priority, next(numbers), payload))
        with bell:
            waiting += 1
            bell.notify()
    with bell:
        closed = True
        bell.notify()
    await asyncio.to_thread(thread.join)
    while heap or at_work:
        await asyncio.gather(*at_work)
        await asyncio.sleep(0)
