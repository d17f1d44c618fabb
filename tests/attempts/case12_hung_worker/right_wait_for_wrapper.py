"""wait_for round a wrapper that keeps the errors of the job."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:

                async def outcome():
                    try:
                        await cook(job.payload)
                    except Exception as error:
                        return error
                    return None

                try:
                    error = await asyncio.wait_for(outcome(), job.timeout)
                except TimeoutError:
                    board.late(job)
                else:
                    if error is None:
                        board.done(job)
                    else:
                        board.failed(job, error)
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
