"""The cooks are threads that wait with future.result(timeout) for a dish that the loop makes; the loop
cuts it, tells the board, and knows whose TimeoutError it is."""

import asyncio
import queue
import threading
from collections.abc import AsyncIterable, Awaitable, Callable
from concurrent.futures import wait
from typing import Any


async def serve(
    jobs: AsyncIterable[Any],
    cook: Callable[[object], Awaitable[None]],
    board: Any,
    workers: int,
) -> None:
    loop = asyncio.get_running_loop()
    line: queue.SimpleQueue[Any] = queue.SimpleQueue()
    dishes: dict[int, asyncio.Task[None]] = {}
    cut: set[int] = set()
    closed = False
    END = object()
    take = threading.Lock()

    async def make(number: int, job: Any) -> None:
        if closed:
            return
        dish = dishes[number] = asyncio.ensure_future(cook(job.payload))
        try:
            await asyncio.wait([dish])
        finally:
            del dishes[number]
        if closed:
            return
        if dish.cancelled():
            board.late(job) if number in cut else board.failed(job, RuntimeError("cancelled"))
        elif (error := dish.exception()) is None:
            board.done(job)
        else:
            board.failed(job, error)

    def cut_off(number: int) -> None:
        if (dish := dishes.get(number)) and not dish.done():
            cut.add(number)
            dish.cancel()

    def work() -> None:
        while True:
            with take:  # first come, first served: taken and handed over in one go
                entry = line.get()
                if entry is END or closed:
                    return
                number, job = entry
                call = asyncio.run_coroutine_threadsafe(make(number, job), loop)
            wait([call], timeout=job.timeout)
            if not call.done():
                loop.call_soon_threadsafe(cut_off, number)
            wait([call])

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    number = 0
    try:
        async for job in jobs:
            line.put((number, job))
            number += 1
        for _ in threads:
            line.put(END)
        for thread in threads:
            await asyncio.to_thread(thread.join)
    except asyncio.CancelledError:
        closed = True
        for _ in threads:
            line.put(END)
        for dish in list(dishes.values()):
            dish.cancel()
        raise
