# mistake: cook-dies-on-error
"""Only TimeoutError is caught: any other error ends the cook."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                async with asyncio.timeout(job.timeout):
                    await cook(job.payload)
                board.done(job)
            except TimeoutError:
                board.late(job)
            finally:
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
