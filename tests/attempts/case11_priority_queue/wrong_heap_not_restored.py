# mistake: not-a-heap
"""Sorts once when it comes, then appends: the list is no heap."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import heapq


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    heap: list[tuple[int, int, object]] = []
    number = 0
    there = asyncio.Queue()

    async def work() -> None:
        while True:
            await there.get()
            await cook(heapq.heappop(heap)[2])
            there.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        heap.append((priority, number, payload))
        number += 1
        there.put_nowait(None)
    await there.join()
    for one in cooks:
        one.cancel()
