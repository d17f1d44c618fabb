"""anyio: move_on_after."""

import asyncio

import anyio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                with anyio.move_on_after(job.timeout) as scope:
                    await cook(job.payload)
            except Exception as error:
                board.failed(job, error)
            else:
                board.late(job) if scope.cancelled_caught else board.done(job)
            line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
