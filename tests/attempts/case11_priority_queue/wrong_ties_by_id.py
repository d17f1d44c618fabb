# mistake: ties-scrambled
"""Ties by id(): an address says nothing about who came first."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line = asyncio.PriorityQueue()
    numbers: dict[int, int] = {}

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket[3])
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait(
            (priority, id(payload), numbers.setdefault(id(payload), len(numbers)), payload)
        )
    await line.join()
    for one in cooks:
        one.cancel()
