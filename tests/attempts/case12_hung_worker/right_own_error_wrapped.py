"""Errors of the job travel in an exception of its own class."""

import asyncio


class Own(Exception):
    def __init__(self, error):
        self.error = error


async def guarded(cook, payload):
    try:
        await cook(payload)
    except Exception as error:
        raise Own(error) from error


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                try:
                    await asyncio.wait_for(guarded(cook, job.payload), job.timeout)
                except Own as own:
                    board.failed(job, own.error)
                except TimeoutError:
                    board.late(job)
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
