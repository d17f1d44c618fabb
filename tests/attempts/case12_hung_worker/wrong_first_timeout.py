# mistake: another-limit
"""The limit of the first job goes for all."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()
    patience = None

    async def work():
        nonlocal patience
        while True:
            job = await line.get()
            patience = patience or job.timeout
            try:
                async with asyncio.timeout(patience) as limit:
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
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
