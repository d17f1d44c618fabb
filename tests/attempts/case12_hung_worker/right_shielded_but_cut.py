"""shield round the job, and the one inside is cancelled by hand."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                inner = asyncio.ensure_future(cook(job.payload))
                try:
                    async with asyncio.timeout(job.timeout) as limit:
                        await asyncio.shield(inner)
                except Exception as error:
                    if limit.expired() and not inner.done():
                        inner.cancel()
                        board.late(job)
                    else:
                        board.failed(job, error)
                except asyncio.CancelledError:
                    inner.cancel()
                    raise
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
