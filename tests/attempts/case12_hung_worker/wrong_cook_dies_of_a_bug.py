# mistake: cook-dies
"""The call that tells of an error lacks the error: its TypeError ends the cook."""

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
        while True:
            job = await line.get()
            try:
                async with asyncio.timeout(job.timeout) as limit:
                    await cook(job.payload)
            except Exception as error:
                if limit.expired():
                    board.late(job)
                else:
                    board.failed(job)
            else:
                board.done(job)
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    try:
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
    finally:
        for one in cooks:
            one.cancel()
        await asyncio.gather(*cooks, return_exceptions=True)
