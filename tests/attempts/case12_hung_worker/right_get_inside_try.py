# remark: get-inside-try
"""get inside the try: not nice, but nothing shows."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            try:
                job = await line.get()
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
