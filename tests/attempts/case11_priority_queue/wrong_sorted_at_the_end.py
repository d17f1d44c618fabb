# mistake: waits-for-the-stream
"""Waits for the whole stream, then sorts."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    waiting = [order async for order in orders]
    waiting.sort(key=lambda order: order[0])
    todo = iter(waiting)

    async def work() -> None:
        for _, payload in todo:
            await cook(payload)

    await asyncio.gather(*(work() for _ in range(workers)))
