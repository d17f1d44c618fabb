# mistake: no-limit
"""A task per job, all waited for: nothing holds them back."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    async def one(job):
        try:
            async with asyncio.timeout(job.timeout) as limit:
                await cook(job.payload)
            board.done(job)
        except Exception as error:
            board.late(job) if limit.expired() else board.failed(job, error)

    async with asyncio.TaskGroup() as group:
        async for job in jobs:
            group.create_task(one(job))
