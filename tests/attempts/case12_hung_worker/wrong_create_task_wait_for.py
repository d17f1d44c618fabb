# mistake: own-timeout-told-late
"""A task is made of the wait_for, and the cook goes on at once."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def one(job):
        try:
            await asyncio.wait_for(cook(job.payload), job.timeout)
            board.done(job)
        except TimeoutError:
            board.late(job)
        except Exception as error:
            board.failed(job, error)

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
