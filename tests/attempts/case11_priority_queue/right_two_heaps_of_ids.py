"""The heap holds numbers only; payloads lie in a dict beside it."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import heapq


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    payloads: dict[int, object] = {}
    heap: list[tuple[int, int]] = []
    work_there = asyncio.Condition()
    more = True

    async def work() -> None:
        while True:
            async with work_there:
                while not heap:
                    if not more:
                        return
                    await work_there.wait()
                _, number = heapq.heappop(heap)
            await cook(payloads.pop(number))

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    number = 0
    async for priority, payload in orders:
        async with work_there:
            payloads[number] = payload
            heapq.heappush(heap, (priority, number))
            number += 1
            work_there.notify(1)
    async with work_there:
        more = False
        work_there.notify_all()
    await asyncio.gather(*cooks)
