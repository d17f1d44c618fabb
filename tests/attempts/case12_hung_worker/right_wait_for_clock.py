"""wait_for, and the clock tells whether the limit was reached."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                loop = asyncio.get_running_loop()
                begun = loop.time()
                try:
                    await asyncio.wait_for(cook(job.payload), job.timeout)
                except TimeoutError as error:
                    if loop.time() - begun >= job.timeout - 0.001:
                        board.late(job)
                    else:
                        board.failed(job, error)
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
