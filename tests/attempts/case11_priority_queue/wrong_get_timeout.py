# mistake: goes-home-when-empty
"""A cook who finds nothing for 0.1 s goes home for good."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: asyncio.PriorityQueue = asyncio.PriorityQueue()
    numbers = count()

    async def work() -> None:
        while True:
            try:
                _, _, payload = await asyncio.wait_for(line.get(), 0.1)
            except TimeoutError:
                return
            await cook(payload)

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait((priority, next(numbers), payload))
    await asyncio.gather(*cooks)
