# mistake: left-in-the-air
"""The task of a late job is dropped, never cancelled."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                task = asyncio.create_task(cook(job.payload))
                waited = 0.0
                while not task.done() and waited < job.timeout:
                    await asyncio.sleep(0.005)
                    waited += 0.005
                if not task.done():
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
