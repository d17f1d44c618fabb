# mistake: payloads-asked-for-equals
"""Payloads that have been there are kept, and each new one is looked for among them."""

import asyncio
from itertools import count


async def dispatch(orders, cook, workers):
    line = asyncio.PriorityQueue()
    numbers = count()
    seen = []

    async def work():
        while True:
            _, _, payload = await line.get()
            try:
                await cook(payload)
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        if payload in seen:
            continue
        seen.append(payload)
        line.put_nowait((priority, next(numbers), payload))
    await line.join()
    for one in cooks:
        one.cancel()
