# mistake: from-another-thread
import asyncio
import threading
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any


async def serve(
    jobs: AsyncIterable[Any],
    cook: Callable[[object], Awaitable[None]],
    board: Any,
    workers: int,
) -> None:
    line: asyncio.Queue[Any] = asyncio.Queue()

    async def work() -> None:
        while True:
            job = await line.get()
            dish = asyncio.ensure_future(cook(job.payload))
            timer = threading.Timer(job.timeout, dish.cancel)
            timer.start()
            try:
                await asyncio.wait([dish])
            finally:
                timer.cancel()
                dish.cancel()
            if dish.cancelled():
                board.late(job)
            elif error := dish.exception():
                board.failed(job, error)
            else:
                board.done(job)
            line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
