"""A deque for each priority, and a semaphore that counts the orders in line."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from collections import deque


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    shelves: dict[int, deque[object]] = {}
    there = asyncio.Semaphore(0)
    ended = False

    async def work() -> None:
        while True:
            await there.acquire()
            if ended and not any(shelves.values()):
                there.release()
                return
            first = min(p for p, shelf in shelves.items() if shelf)
            await cook(shelves[first].popleft())

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
        async for priority, payload in orders:
            shelves.setdefault(priority, deque()).append(payload)
            there.release()
        ended = True
        there.release()
