# mistake: ties-latest-first
"""A list per priority, and pop() takes the last."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import heapq


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    shelves: dict[int, list[object]] = {}
    there = asyncio.Semaphore(0)

    async def work() -> None:
        while True:
            await there.acquire()
            first = min(p for p, shelf in shelves.items() if shelf)
            await cook(shelves[first].pop())
            done.append(first)
            if ended and len(done) == came:
                quiet.set()

    done: list[int] = []
    came, ended, quiet = 0, False, asyncio.Event()
    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        came += 1
        shelves.setdefault(priority, []).append(payload)
        there.release()
    ended = True
    if len(done) < came:
        await quiet.wait()
    for one in cooks:
        one.cancel()
