# mistake: payloads-asked-for-equals
"""Takes the ticket out of a list by value, which compares payloads."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: list[tuple[object, int]] = []
    there = asyncio.Condition()
    ended = False

    async def work() -> None:
        while True:
            async with there:
                await there.wait_for(lambda: line or ended)
                if not line:
                    return
                first = min(line, key=lambda entry: entry[1])
                line.remove(first)
            await cook(first[0])

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
        async for priority, payload in orders:
            async with there:
                line.append((payload, priority))
                there.notify()
        async with there:
            ended = True
            there.notify_all()
