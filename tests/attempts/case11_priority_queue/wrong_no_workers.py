# mistake: no-limit
"""A task per order: all are cooked at once."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    async with asyncio.TaskGroup() as group:
        async for priority, payload in orders:
            group.create_task(cook(payload))
