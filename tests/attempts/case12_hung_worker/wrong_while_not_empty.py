# mistake: leaves-before-the-end
"""Cooks go home when the line is empty."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while not line.empty():
            job = line.get_nowait()
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

    cooks = []
    async for job in jobs:
        line.put_nowait(job)
        if not cooks:
            cooks = [asyncio.create_task(work()) for _ in range(workers)]
    await asyncio.gather(*cooks)
