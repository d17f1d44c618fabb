# mistake: timeout-round-get
"""The timeout is round the get, and not round the cooking."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            try:
                job = await asyncio.wait_for(line.get(), 0.2)
            except TimeoutError:
                continue
            try:
                await cook(job.payload)
            except Exception as error:
                board.failed(job, error)
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
