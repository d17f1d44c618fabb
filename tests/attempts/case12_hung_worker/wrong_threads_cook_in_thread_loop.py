# mistake: left-in-the-air
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

            async def dish(job=job) -> None:
                await cook(job.payload)

            try:
                async with asyncio.timeout(job.timeout) as limit:
                    await asyncio.to_thread(lambda: asyncio.run(dish()))
            except TimeoutError as error:
                board.late(job) if limit.expired() else board.failed(job, error)
            except Exception as error:
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
