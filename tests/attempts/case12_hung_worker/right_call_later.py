"""A timer cancels the task of the job."""

import asyncio


async def serve(jobs, cook, board, workers) -> None:
    line = asyncio.Queue()

    async def work():
        while True:
            job = await line.get()
            try:
                task = asyncio.ensure_future(cook(job.payload))
                late = False

                def ring():
                    nonlocal late
                    late = task.cancel()

                timer = asyncio.get_running_loop().call_later(job.timeout, ring)
                try:
                    await task
                except asyncio.CancelledError:
                    if not late or asyncio.current_task().cancelling():
                        raise
                    board.late(job)
                except Exception as error:
                    board.failed(job, error)
                else:
                    board.done(job)
                finally:
                    timer.cancel()
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()
