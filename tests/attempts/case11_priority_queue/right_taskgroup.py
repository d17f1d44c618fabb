"""Cooks in a TaskGroup, cancelled when the line is done."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import NamedTuple


class Ticket(NamedTuple):
    priority: int
    place: int
    payload: object


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line: asyncio.PriorityQueue[Ticket] = asyncio.PriorityQueue()

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket.payload)
            finally:
                line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        place = 0
        async for priority, payload in orders:
            line.put_nowait(Ticket(priority, place, payload))
            place += 1
        await line.join()
        for one in cooks:
            one.cancel()
