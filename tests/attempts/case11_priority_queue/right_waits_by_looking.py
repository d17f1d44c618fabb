# remark: polling
"""The cooks are woken; that all is cooked is looked for every 20 ms."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: asyncio.PriorityQueue[tuple[int, int, object]] = asyncio.PriorityQueue()
    numbers = count()
    cooking = 0

    async def work() -> None:
        nonlocal cooking
        while True:
            _, _, payload = await line.get()
            cooking += 1
            await cook(payload)
            cooking -= 1
            await asyncio.sleep(0)

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    while cooking or not line.empty():
        await asyncio.sleep(0.02)
    for one in cooks:
        one.cancel()
