# mistake: counts-from-arrival
"""The timeout runs from the arrival in line."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()
    loop = asyncio.get_running_loop()

    async def work():
        while True:
            job, came = await line.get()
            try:
                async with asyncio.timeout_at(came + job.timeout) as limit:
                    await cook(job.payload)
            except Exception as error:
                if limit.expired() and isinstance(error, TimeoutError):
                    board.late(job)
                else:
                    board.failed(job, error)
            else:
                board.done(job)
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait((job, loop.time()))
        await line.join()
        for one in cooks:
            one.cancel()
