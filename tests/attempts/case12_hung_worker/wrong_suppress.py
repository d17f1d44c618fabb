# mistake: failed-told-done
"""contextlib.suppress(Exception) round it all."""

import asyncio
from contextlib import suppress


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                with suppress(Exception):
                    async with asyncio.timeout(job.timeout):
                        await cook(job.payload)
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
