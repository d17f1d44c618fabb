"""asyncio.wait with a timeout, then cancel what is still pending."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                task = asyncio.create_task(cook(job.payload))
                try:
                    done, _ = await asyncio.wait([task], timeout=job.timeout)
                except asyncio.CancelledError:
                    task.cancel()
                    raise
                if not done:
                    task.cancel()
                    await asyncio.wait([task])
                    board.late(job)
                elif task.exception() is not None:
                    board.failed(job, task.exception())
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
