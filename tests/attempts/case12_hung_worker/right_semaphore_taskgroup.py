"""A task per job behind a semaphore."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    places = asyncio.Semaphore(workers)

    async def one(job):
        async with places:
            limit = asyncio.timeout(job.timeout)
            try:
                async with limit:
                    await cook(job.payload)
            except Exception as error:
                if limit.expired() and isinstance(error, TimeoutError):
                    board.late(job)
                else:
                    board.failed(job, error)
            else:
                board.done(job)

    async with asyncio.TaskGroup() as group:
        async for job in jobs:
            group.create_task(one(job))
