# mistake: out-of-order
"""The shortest timeout first."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.PriorityQueue()

    async def work():
        while True:
            _, _, job = await line.get()
            try:
                async with asyncio.timeout(job.timeout) as limit:
                    await cook(job.payload)
            except Exception as error:
                if limit.expired() and isinstance(error, TimeoutError):
                    board.late(job)
                else:
                    board.failed(job, error)
            else:
                board.done(job)
            line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        number = 0
        async for job in jobs:
            number += 1
            line.put_nowait((job.timeout, number, job))
        await line.join()
        for one in cooks:
            one.cancel()
