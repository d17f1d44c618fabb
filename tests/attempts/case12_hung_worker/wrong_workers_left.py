# mistake: left-running
"""The cooks stay after join."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                async with asyncio.timeout(job.timeout) as limit:
                    await cook(job.payload)
            except Exception as error:
                if limit.expired() and isinstance(error, TimeoutError):
                    board.late(job)
                else:
                    board.failed(job, error)
            else:
                board.done(job)
            line.task_done()

    for _ in range(workers):
        asyncio.create_task(work())
    async for job in jobs:
        line.put_nowait(job)
    await line.join()
