# mistake: orders-lost
"""A dict by priority: an equal order takes the place of the one before."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: dict[int, object] = {}
    there = asyncio.Condition()
    ended = False

    async def work() -> None:
        while True:
            async with there:
                await there.wait_for(lambda: line or ended)
                if not line:
                    return
                payload = line.pop(min(line))
            await cook(payload)

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
        async for priority, payload in orders:
            async with there:
                line[priority] = payload
                there.notify()
        async with there:
            ended = True
            there.notify_all()
