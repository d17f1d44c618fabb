# mistake: wrong-next
"""The most urgent of the first three in line, for fear of a long search."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: list[tuple[int, object]] = []
    there = asyncio.Queue()

    async def work() -> None:
        while True:
            await there.get()
            first = min(range(min(3, len(line))), key=lambda place: line[place][0])
            _, payload = line.pop(first)
            await cook(payload)
            there.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.append((priority, payload))
        there.put_nowait(None)
    await there.join()
    for one in cooks:
        one.cancel()
