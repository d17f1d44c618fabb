# mistake: reads-between-dishes
"""One loop that reads an order and cooks it before it reads the next."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    numbers = count()
    line: asyncio.PriorityQueue = asyncio.PriorityQueue()
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
        await cook(line.get_nowait()[2])
