"""A timeout_at with the moment worked out when the job begins."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                ends = asyncio.get_running_loop().time() + job.timeout
                scope = asyncio.timeout_at(ends)
                error = None
                try:
                    async with scope:
                        try:
                            await cook(job.payload)
                        except Exception as raised:
                            error = raised
                except TimeoutError:
                    board.late(job)
                else:
                    board.done(job) if error is None else board.failed(job, error)
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
