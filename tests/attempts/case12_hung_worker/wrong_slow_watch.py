# mistake: looks-too-seldom
"""Every job is a task; a watch looks every 0.1 s whose time is up."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()
    ends, cut = {}, set()
    loop = asyncio.get_running_loop()

    async def watch():
        while True:
            await asyncio.sleep(0.1)
            for task, at in list(ends.items()):
                if loop.time() >= at and task not in cut and task.cancel():
                    cut.add(task)

    async def work():
        while True:
            job = await line.get()
            task = loop.create_task(cook(job.payload))
            ends[task] = loop.time() + job.timeout
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError:
                task.cancel()
                raise
            del ends[task]
            if task.cancelled():
                board.late(job)
            elif task.exception():
                board.failed(job, task.exception())
            else:
                board.done(job)
            line.task_done()

    async with asyncio.TaskGroup() as group:
        staff = [group.create_task(work()) for _ in range(workers)]
        staff.append(group.create_task(watch()))
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in staff:
            one.cancel()
