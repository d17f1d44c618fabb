"""Workers hand results to a teller through a second queue."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line, told = asyncio.Queue(), asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            limit = asyncio.timeout(job.timeout)
            try:
                async with limit:
                    await cook(job.payload)
                told.put_nowait((board.done, job))
            except Exception as error:
                if limit.expired() and type(error) is TimeoutError:
                    told.put_nowait((board.late, job))
                else:
                    told.put_nowait((board.failed, job, error))

    async def tell():
        while True:
            say, *what = await told.get()
            say(*what)
            line.task_done()

    async with asyncio.TaskGroup() as group:
        staff = [group.create_task(work()) for _ in range(workers)] + [group.create_task(tell())]
        async for job in jobs:
            await line.put(job)
        await line.join()
        for one in staff:
            one.cancel()
