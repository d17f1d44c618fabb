# mistake: batches
"""Batches of `workers`: the next one waits for the slowest of the last."""

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
    ended = False
    there = asyncio.Event()

    async def batches() -> None:
        while heap or not ended:
            if not heap:
                there.clear()
                await there.wait()
                continue
            batch = [heapq.heappop(heap) for _ in range(min(workers, len(heap)))]
            await asyncio.gather(*(cook(payload) for _, _, payload in batch))

    task = asyncio.create_task(batches())
    async for priority, payload in orders:
        heapq.heappush(heap, (priority, number, payload))
        number += 1
        there.set()
    ended = True
    there.set()
    await task
