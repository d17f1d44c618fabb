# mistake: waits-for-the-stream
"""The cooks come to work when the whole stream has been read."""

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

    async with asyncio.TaskGroup() as group:
        async for job in jobs:
            line.put_nowait(job)
        cooks = [group.create_task(work()) for _ in range(workers)]
        await line.join()
        for one in cooks:
            one.cancel()
