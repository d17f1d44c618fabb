# mistake: own-timeout-told-late
"""wait_for, and any TimeoutError is the limit."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                try:
                    await asyncio.wait_for(cook(job.payload), timeout=job.timeout)
                    board.done(job)
                except asyncio.TimeoutError:
                    board.late(job)
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
