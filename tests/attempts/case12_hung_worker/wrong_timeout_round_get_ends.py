# mistake: timeout-round-get
"""A cook who finds nothing for a while goes home."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            try:
                job = await asyncio.wait_for(line.get(), 0.3)
            except TimeoutError:
                return
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

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
