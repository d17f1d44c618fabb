# mistake: counts-from-arrival
"""The timeout is round the semaphore too."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    places = asyncio.Semaphore(workers)

    async def one(job):
        try:
            async with asyncio.timeout(job.timeout) as limit:
                async with places:
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
