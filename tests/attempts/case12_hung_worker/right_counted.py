"""No join: a counter and an Event."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()
    left, more, quiet = 0, True, asyncio.Event()

    async def work():
        nonlocal left
        while True:
            job = await line.get()
            limit = asyncio.timeout(job.timeout)
            try:
                async with limit:
                    await cook(job.payload)
            except Exception as error:
                ours = limit.expired() and isinstance(error, TimeoutError)
                board.late(job) if ours else board.failed(job, error)
            else:
                board.done(job)
            left -= 1
            if not left and not more:
                quiet.set()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            left += 1
            line.put_nowait(job)
        more = False
        if left:
            await quiet.wait()
        for one in cooks:
            one.cancel()
