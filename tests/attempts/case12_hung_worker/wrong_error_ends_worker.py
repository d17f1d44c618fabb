# mistake: cook-dies-on-error
"""An error is told, and then the cook leaves the loop."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        try:
            while True:
                job = await line.get()
                try:
                    async with asyncio.timeout(job.timeout) as limit:
                        await cook(job.payload)
                except TimeoutError as error:
                    if not limit.expired():
                        raise
                    board.late(job)
                else:
                    board.done(job)
                line.task_done()
        except Exception as error:
            board.failed(job, error)
            line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    try:
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
    finally:
        for one in cooks:
            one.cancel()
        await asyncio.gather(*cooks, return_exceptions=True)
