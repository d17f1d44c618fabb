# mistake: error-ends-everything
"""An error in a cook ends the TaskGroup, and with it everything."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                try:
                    async with asyncio.timeout(job.timeout):
                        await cook(job.payload)
                    board.done(job)
                except TimeoutError:
                    board.late(job)
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
