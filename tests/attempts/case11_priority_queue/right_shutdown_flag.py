"""An Event that says that no more will come; cooks wait for either."""

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
    ended = asyncio.Event()

    async def work() -> None:
        while True:
            if line.empty():
                if ended.is_set():
                    return
                either = [asyncio.ensure_future(line.get()), asyncio.ensure_future(ended.wait())]
                done, waiting = await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                for one in waiting:
                    one.cancel()
                await asyncio.gather(*waiting, return_exceptions=True)
                if either[0] not in done:
                    if not either[0].cancelled():
                        line.put_nowait(either[0].result())
                    continue
                ticket = either[0].result()
            else:
                ticket = line.get_nowait()
            await cook(ticket[2])

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
        async for priority, payload in orders:
            line.put_nowait((priority, next(numbers), payload))
        ended.set()
