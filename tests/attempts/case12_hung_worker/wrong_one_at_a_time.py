# mistake: one-at-a-time
"""One job after the other, whatever workers says."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    async for job in jobs:
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
