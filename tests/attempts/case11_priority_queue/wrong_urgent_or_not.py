# mistake: priorities-misread
"""Priority 0 goes to the front, everything else to the back."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from collections import deque


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: deque[object] = deque()
    there = asyncio.Queue()

    async def work() -> None:
        while True:
            await there.get()
            await cook(line.popleft())
            there.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        if priority <= 0:
            line.appendleft(payload)
        else:
            line.append(payload)
        there.put_nowait(None)
    await there.join()
    for one in cooks:
        one.cancel()
