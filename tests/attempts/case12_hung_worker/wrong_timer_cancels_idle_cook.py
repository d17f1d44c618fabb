# mistake: old-timer
"""A timer that nobody stops cancels the cook, with a job in hand or waiting for one."""

import asyncio


async def serve(jobs, cook, board, workers):
    line = asyncio.Queue()
    loop = asyncio.get_running_loop()
    going_home = False

    async def work():
        me = asyncio.current_task()
        while True:
            job = await line.get()
            loop.call_later(job.timeout, me.cancel)
            try:
                await cook(job.payload)
            except asyncio.CancelledError:
                if going_home:
                    raise
                me.uncancel()
                board.late(job)
            except Exception as error:
                board.failed(job, error)
            else:
                board.done(job)
            line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    try:
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
    finally:
        going_home = True
        for one in cooks:
            one.cancel()
        await asyncio.gather(*cooks, return_exceptions=True)
