# mistake: blocks-the-loop
import asyncio
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

    async def work() -> None:
        while True:
            job = await line.get()
            call = asyncio.run_coroutine_threadsafe(cook(job.payload), loop)
            try:
                call.result(job.timeout)
            except TimeoutError:
                call.cancel()
                board.late(job)
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
