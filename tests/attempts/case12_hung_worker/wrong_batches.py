# mistake: held-up
"""Batches of workers: a hung one holds up the whole batch."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    async def one(job):
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

    waiting = [job async for job in jobs]
    for start in range(0, len(waiting), workers):
        await asyncio.gather(*(one(job) for job in waiting[start : start + workers]))
