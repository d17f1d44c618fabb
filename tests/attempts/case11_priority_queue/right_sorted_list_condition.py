"""A list kept sorted by priority alone, under a Condition."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from bisect import insort_right


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: list[tuple[int, object]] = []
    changed = asyncio.Condition()
    ended = False

    async def work() -> None:
        while True:
            async with changed:
                await changed.wait_for(lambda: line or ended)
                if not line:
                    return
                _, payload = line.pop(0)
            await cook(payload)

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
        async for priority, payload in orders:
            async with changed:
                insort_right(line, (priority, payload), key=lambda entry: entry[0])
                changed.notify()
        async with changed:
            ended = True
            changed.notify_all()
