# mistake: not-waited-for
"""A task is made for each job, and the cook goes on at once."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def one(job):
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

    async def work():
        while True:
            job = await line.get()
            asyncio.create_task(one(job))
            line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
