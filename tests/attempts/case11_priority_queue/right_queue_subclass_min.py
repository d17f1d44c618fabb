"""A Queue whose _get takes the first of the most urgent ones."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable


class Line(asyncio.Queue):
    def _get(self):
        first = min(range(len(self._queue)), key=lambda place: self._queue[place][0])
        ticket = self._queue[first]
        del self._queue[first]
        return ticket


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    line = Line()

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket[1])
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        await line.put((priority, payload))
    await line.join()
    for one in cooks:
        one.cancel()
