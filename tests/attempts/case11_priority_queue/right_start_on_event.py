"""No queue and no workers: whoever comes or ends starts the next one."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import heapq


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: list[tuple[int, int, object]] = []
    running: set[asyncio.Task] = set()
    number = 0
    quiet = asyncio.Event()

    def start() -> None:
        while line and len(running) < workers:
            task = asyncio.create_task(cook(heapq.heappop(line)[2]))
            running.add(task)
            task.add_done_callback(done)
        if not running:
            quiet.set()

    def done(task: asyncio.Task) -> None:
        running.discard(task)
        start()

    async for priority, payload in orders:
        number += 1
        heapq.heappush(line, (priority, number, payload))
        quiet.clear()
        start()
    if running:
        await quiet.wait()
