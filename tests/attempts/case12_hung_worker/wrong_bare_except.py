# mistake: swallows-cancel
"""A bare except round the loop: the cancellation is swallowed."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            try:
                job = await line.get()
                try:
                    async with asyncio.timeout(job.timeout) as limit:
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
                line.task_done()
            except:
                continue

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
