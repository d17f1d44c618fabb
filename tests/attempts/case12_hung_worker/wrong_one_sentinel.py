# mistake: never-ends
"""One sentinel for all cooks: one goes home, the others wait for ever."""

import asyncio
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
        while (job := await line.get()) is not None:
            limit = asyncio.timeout(job.timeout)
            try:
                async with limit:
                    await cook(job.payload)
            except Exception as error:
                if limit.expired():
                    board.late(job)
                else:
                    board.failed(job, error)
            else:
                board.done(job)

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
        async for job in jobs:
            line.put_nowait(job)
        line.put_nowait(None)
