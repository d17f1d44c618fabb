# mistake: tried-again
"""A late job is tried again."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                for _ in range(2):
                    try:
                        async with asyncio.timeout(job.timeout) as limit:
                            await cook(job.payload)
                    except Exception as error:
                        if limit.expired() and isinstance(error, TimeoutError):
                            outcome = lambda: board.late(job)
                        else:
                            outcome = lambda error=error: board.failed(job, error)
                    else:
                        outcome = lambda: board.done(job)
                        break
                outcome()
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
