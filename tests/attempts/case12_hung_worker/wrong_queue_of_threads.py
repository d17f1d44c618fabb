# mistake: threading-primitive
"""The line is a queue.Queue: get() stops the loop, and nobody puts anything in any more."""

import asyncio
import queue


async def serve(jobs, cook, board, workers) -> None:
    line = queue.Queue()

    async def work():
        while True:
            job = line.get()
            try:
                async with asyncio.timeout(job.timeout) as limit:
                    await cook(job.payload)
            except TimeoutError as error:
                if limit.expired():
                    board.late(job)
                else:
                    board.failed(job, error)
            except Exception as error:
                board.failed(job, error)
            else:
                board.done(job)
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for job in jobs:
        line.put(job)
    await asyncio.to_thread(line.join)
    for one in cooks:
        one.cancel()
    await asyncio.gather(*cooks, return_exceptions=True)
