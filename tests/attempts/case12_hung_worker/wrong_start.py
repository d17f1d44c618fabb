# mistake: no-timeout
"""The file as shipped."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            await cook(job.payload)
            board.done(job)
            line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for job in jobs:
        line.put_nowait(job)
    await line.join()
    for one in cooks:
        one.cancel()
