# mistake: priorities-misread
"""Priorities are written out as text, with leading noughts, and compared as text."""

import asyncio
from itertools import count


async def dispatch(orders, cook, workers):
    line = asyncio.PriorityQueue()
    numbers = count()

    async def work():
        while True:
            _, _, payload = await line.get()
            try:
                await cook(payload)
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for priority, payload in orders:
            line.put_nowait((f"{priority:06d}", next(numbers), payload))
        await line.join()
        for one in cooks:
            one.cancel()
