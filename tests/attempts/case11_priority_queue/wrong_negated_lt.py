# mistake: least-urgent-first
"""__lt__ the wrong way round."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


class Ticket:
    numbers = count()

    def __init__(self, priority: int, payload: object) -> None:
        self.key, self.payload = (priority, -next(Ticket.numbers)), payload

    def __lt__(self, other: "Ticket") -> bool:
        return self.key > other.key


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line = asyncio.PriorityQueue()

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket.payload)
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait(Ticket(priority, payload))
    await line.join()
    for one in cooks:
        one.cancel()
