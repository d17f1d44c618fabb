# mistake: failed-told-done
"""done is told when the job begins."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                board.done(job)
                try:
                    async with asyncio.timeout(job.timeout):
                        await cook(job.payload)
                except Exception as error:
                    print("too bad:", error)
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
