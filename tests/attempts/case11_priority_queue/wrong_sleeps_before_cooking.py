# mistake: blocks-the-loop
"""A cook takes a breath with time.sleep before each order: everybody stands still."""

import asyncio
import itertools
import time


async def dispatch(orders, cook, workers) -> None:
    line = asyncio.PriorityQueue()
    numbers = itertools.count()

    async def work():
        while True:
            *_, payload = await line.get()
            try:
                time.sleep(0.05)
                await cook(payload)
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    try:
        async for priority, payload in orders:
            line.put_nowait((priority, next(numbers), payload))
        await line.join()
    finally:
        for one in cooks:
            one.cancel()
        await asyncio.gather(*cooks, return_exceptions=True)
