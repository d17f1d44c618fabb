# mistake: left-in-the-air
"""asyncio.wait as a timeout: the job is told late, and goes on."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                task = asyncio.create_task(cook(job.payload))
                done, _ = await asyncio.wait([task], timeout=job.timeout)
                if not done:
                    board.late(job)
                elif task.exception():
                    board.failed(job, task.exception())
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
