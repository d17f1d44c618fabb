# mistake: left-in-the-air
"""wait_for round a shield: the job goes on."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                task = asyncio.ensure_future(cook(job.payload))
                try:
                    await asyncio.wait_for(asyncio.shield(task), job.timeout)
                except TimeoutError as error:
                    if task.done():
                        board.failed(job, error)
                    else:
                        board.late(job)
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
