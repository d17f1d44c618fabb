# mistake: another-limit
"""One reaper for all deadlines: it sleeps until the nearest that it knew, and takes out another one."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any

import heapq
from itertools import count


async def serve(
    jobs: AsyncIterable[Any],
    cook: Callable[[object], Awaitable[None]],
    board: Any,
    workers: int,
) -> None:
    line: asyncio.Queue[Any] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    due: list = []
    numbers = count()
    bell = asyncio.Event()
    cut: set[asyncio.Task] = set()

    async def reaper() -> None:
        while True:
            if not due:
                bell.clear()
                await bell.wait()
            when, _, dish = due[0]
            await asyncio.sleep(when - loop.time())
            heapq.heappop(due)
            if not dish.done():
                cut.add(dish)
                dish.cancel()

    async def work() -> None:
        while True:
            job = await line.get()
            dish = asyncio.ensure_future(cook(job.payload))
            heapq.heappush(due, (loop.time() + job.timeout, next(numbers), dish))
            bell.set()
            try:
                await asyncio.wait({dish})
            finally:
                dish.cancel()
            if dish in cut:
                board.late(job)
            elif dish.exception():
                board.failed(job, dish.exception())
            else:
                board.done(job)
            line.task_done()

    async with asyncio.TaskGroup() as group:
        staff = [group.create_task(work()) for _ in range(workers)]
        staff.append(group.create_task(reaper()))
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in staff:
            one.cancel()
