# mistake: payloads-asked-for-equals
"""Own __lt__ that first asks whether the payloads are equal."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count


class Ticket:
    numbers = count()

    def __init__(self, priority: int, payload: object) -> None:
        self.priority, self.payload, self.number = priority, payload, next(Ticket.numbers)

    def __lt__(self, other: "Ticket") -> bool:
        if self.payload == other.payload:
            return self.number < other.number
        return (self.priority, self.number) < (other.priority, other.number)


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
