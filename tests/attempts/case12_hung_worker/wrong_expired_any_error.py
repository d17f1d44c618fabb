# mistake: error-told-late
"""Whatever comes after half the time counts as late."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                loop = asyncio.get_running_loop()
                begun = loop.time()
                try:
                    async with asyncio.timeout(job.timeout):
                        await cook(job.payload)
                except Exception as error:
                    if loop.time() - begun > job.timeout / 2:
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
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
