# mistake: cook-dies-of-the-timeout
"""The timer cancels the cook itself, who takes it for the end."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()
    loop = asyncio.get_running_loop()

    async def work():
        while True:
            job = await line.get()
            timer = loop.call_later(job.timeout, asyncio.current_task().cancel)
            try:
                await cook(job.payload)
            except asyncio.CancelledError:
                board.late(job)
                raise
            except Exception as error:
                board.failed(job, error)
            else:
                board.done(job)
            finally:
                timer.cancel()
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
