# mistake: decided-too-early
"""One sorts and hands over through a stream without room: it always holds the next one."""

import heapq
from itertools import count

import anyio


async def dispatch(orders, cook, workers):
    heap, numbers = [], count()
    came = anyio.Event()
    ended = False
    give, take = anyio.create_memory_object_stream(0)

    async def sorter():
        nonlocal came
        async with give:
            while heap or not ended:
                if heap:
                    await give.send(heapq.heappop(heap)[2])
                else:
                    await came.wait()

    async def work():
        async for payload in take:
            await cook(payload)

    async with anyio.create_task_group() as group:
        group.start_soon(sorter)
        for _ in range(workers):
            group.start_soon(work)
        async for priority, payload in orders:
            heapq.heappush(heap, (priority, next(numbers), payload))
            came.set()
            came = anyio.Event()
        ended = True
        came.set()
