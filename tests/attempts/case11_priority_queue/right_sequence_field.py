"""A dataclass with a sequence number; the payload takes no part in comparing."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count


@dataclass(order=True)
class Ticket:
    priority: int
    seq: int
    payload: object = field(default=None, compare=False)


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line = asyncio.PriorityQueue()
    numbers = count()

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket.payload)
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait(Ticket(priority, next(numbers), payload))
    await line.join()
    for one in cooks:
        one.cancel()
