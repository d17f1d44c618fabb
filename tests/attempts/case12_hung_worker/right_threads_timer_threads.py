"""The limit is a threading.Timer, which asks the loop (call_soon_threadsafe) to cut the dish. Timers are
stopped and waited for."""

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
    loop = asyncio.get_running_loop()
    line: asyncio.Queue[Any] = asyncio.Queue()

    async def one(job: Any) -> None:
        cut = False
        dish = asyncio.ensure_future(cook(job.payload))

        def ring() -> None:  # in the loop
            nonlocal cut
            if not dish.done():
                cut = True
                dish.cancel()

        timer = threading.Timer(job.timeout, loop.call_soon_threadsafe, [ring])
        timer.start()
        try:
            await asyncio.wait([dish])
        finally:
            timer.cancel()
            dish.cancel()  # nothing, unless serve is cancelled
            timer.join()  # it has nothing to wait for now
        if dish.cancelled():
            if cut:
                board.late(job)
            else:
                board.failed(job, RuntimeError("the dish was cancelled"))
        elif (error := dish.exception()) is None:
            board.done(job)
        else:
            board.failed(job, error)

    async def work() -> None:
        while True:
            job = await line.get()
            await one(job)
            line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for each in cooks:
            each.cancel()
