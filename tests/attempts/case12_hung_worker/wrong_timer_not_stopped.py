# mistake: old-timer
"""The timer of a job that is done still rings, and cuts the next one."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()
    loop = asyncio.get_running_loop()

    async def work():
        task = None
        while True:
            job = await line.get()
            late = False

            def ring():
                nonlocal late
                late = True
                task.cancel()

            task = asyncio.ensure_future(cook(job.payload))
            loop.call_later(job.timeout, ring)
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError:
                task.cancel()
                raise
            if task.cancelled():
                board.late(job)
            elif task.exception():
                board.failed(job, task.exception())
            else:
                board.done(job)
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
