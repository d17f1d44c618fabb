"""asyncio.timeout does the work; a thread makes the day's report at the end."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any


async def serve(
    jobs: AsyncIterable[Any],
    cook: Callable[[object], Awaitable[None]],
    board: Any,
    workers: int,
) -> None:
    line: asyncio.Queue[Any] = asyncio.Queue()
    told: list[str] = []

    async def work() -> None:
        while True:
            job = await line.get()
            try:
                try:
                    async with asyncio.timeout(job.timeout) as limit:
                        await cook(job.payload)
                except TimeoutError as error:
                    if limit.expired():
                        told.append("late")
                        board.late(job)
                    else:
                        told.append("failed")
                        board.failed(job, error)
                except Exception as error:
                    told.append("failed")
                    board.failed(job, error)
                else:
                    told.append("done")
                    board.done(job)
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
    await asyncio.get_running_loop().run_in_executor(None, Counter, told)
