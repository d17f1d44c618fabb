"""One janitor thread for all deadlines: a heap, a threading.Condition; it has the loop cut what is over."""

import asyncio
import heapq
import threading
from collections.abc import AsyncIterable, Awaitable, Callable
from itertools import count
from time import monotonic
from typing import Any


class Janitor:
    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed = threading.Condition()
        self._numbers = count()
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._closed = False
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def at(self, seconds: float, what: Callable[[], None]) -> None:
        with self._changed:
            heapq.heappush(self._heap, (monotonic() + seconds, next(self._numbers), what))
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._closed:
                if not self._heap:
                    self._changed.wait()
                elif (rest := self._heap[0][0] - monotonic()) > 0:
                    self._changed.wait(rest)
                else:
                    self._loop.call_soon_threadsafe(heapq.heappop(self._heap)[2])

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()


async def serve(
    jobs: AsyncIterable[Any],
    cook: Callable[[object], Awaitable[None]],
    board: Any,
    workers: int,
) -> None:
    line: asyncio.Queue[Any] = asyncio.Queue()
    janitor = Janitor()

    async def work() -> None:
        while True:
            job = await line.get()
            dish = asyncio.ensure_future(cook(job.payload))
            over: list[bool] = []

            def cut(dish=dish, over=over) -> None:
                if not dish.done():
                    over.append(True)
                    dish.cancel()

            janitor.at(job.timeout, cut)
            try:
                await asyncio.wait([dish])
            finally:
                dish.cancel()
            if dish.cancelled():
                if over:
                    board.late(job)
                else:
                    board.failed(job, RuntimeError("cancelled from within"))
            elif error := dish.exception():
                board.failed(job, error)
            else:
                board.done(job)
            line.task_done()

    try:
        async with asyncio.TaskGroup() as group:
            cooks = [group.create_task(work()) for _ in range(workers)]
            async for job in jobs:
                line.put_nowait(job)
            await line.join()
            for one in cooks:
                one.cancel()
    finally:
        janitor.close()
