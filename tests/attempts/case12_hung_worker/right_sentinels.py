"""One sentinel per cook; the workers end by themselves."""

import asyncio


async def attempt(job, cook, board):
    try:
        async with asyncio.timeout(job.timeout) as limit:
            await cook(job.payload)
    except TimeoutError as error:
        if limit.expired():
            board.late(job)
        else:
            board.failed(job, error)
    except Exception as error:
        board.failed(job, error)
    else:
        board.done(job)


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while (job := await line.get()) is not None:
            await attempt(job, cook, board)

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
        async for job in jobs:
            line.put_nowait(job)
        for _ in range(workers):
            line.put_nowait(None)
