"""The ticket draws its own number when it is made."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count


NUMBERS = count()


@dataclass(order=True, slots=True)
class Ticket:
    priority: int
    number: int = field(init=False, default_factory=NUMBERS.__next__)
    payload: object = field(compare=False, kw_only=True)


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
        line.put_nowait(Ticket(priority, payload=payload))
    await line.join()
    for one in cooks:
        one.cancel()
