"""The same, but a job that is cut is not waited for."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                task = asyncio.create_task(cook(job.payload))
                try:
                    await asyncio.wait([task], timeout=job.timeout)
                finally:
                    cut = task.cancel()
                if cut:
                    board.late(job)
                elif task.exception() is not None:
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
