"""A line of futures: an order asks for a place, a free place goes to the most urgent."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
import heapq


class Gate:
    def __init__(self, places: int) -> None:
        self.free, self.line, self.came = places, [], 0

    async def enter(self, priority: int) -> None:
        if self.free:
            self.free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        self.came += 1
        heapq.heappush(self.line, (priority, self.came, place))
        await place

    def leave(self) -> None:
        if self.line:
            heapq.heappop(self.line)[2].set_result(None)
        else:
            self.free += 1


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    gate = Gate(workers)

    async def one(priority: int, payload: object) -> None:
        await gate.enter(priority)
        try:
            await cook(payload)
        finally:
            gate.leave()

    async with asyncio.TaskGroup() as group:
        async for priority, payload in orders:
            group.create_task(one(priority, payload))
