"""A ticket with its own __lt__: priority, then the order in which they came."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


class Ticket:
    made = 0

    def __init__(self, priority: int, payload: object) -> None:
        Ticket.made += 1
        self.priority, self.number, self.payload = priority, Ticket.made, payload

    def __lt__(self, other: "Ticket") -> bool:
        if self.priority != other.priority:
            return self.priority < other.priority
        return self.number < other.number


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
