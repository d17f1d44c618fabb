# mistake: ties-scrambled
"""Own __lt__ by priority alone: a heap does not keep the order of equals."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


class Ticket:
    def __init__(self, priority: int, payload: object) -> None:
        self.priority, self.payload = priority, payload

    def __lt__(self, other: "Ticket") -> bool:
        return self.priority < other.priority


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
