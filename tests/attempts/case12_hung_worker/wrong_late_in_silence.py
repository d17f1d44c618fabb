# mistake: told-nothing
"""A late job is cut, and nobody is told."""

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
                    board.done(job)
                except TimeoutError as error:
                    if not limit.expired():
                        board.failed(job, error)
                except Exception as error:
                    board.failed(job, error)
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
