# mistake: another-limit
"""0.2 s for every job."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                try:
                    async with asyncio.timeout(0.2) as limit:
                        await cook(job.payload)
                except TimeoutError as error:
                    if limit.expired():
                        board.late(job)
                    else:
                        board.failed(job, error)
                except Exception as error:
                    board.failed(job, error)
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
