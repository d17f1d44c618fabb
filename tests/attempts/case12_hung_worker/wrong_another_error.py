# mistake: another-error
"""The error is told wrapped in another one."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                try:
                    async with asyncio.timeout(job.timeout) as limit:
                        await cook(job.payload)
                except Exception as error:
                    if limit.expired() and isinstance(error, TimeoutError):
                        board.late(job)
                    else:
                        board.failed(job, RuntimeError(f"job failed: {error!r}"))
                else:
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
