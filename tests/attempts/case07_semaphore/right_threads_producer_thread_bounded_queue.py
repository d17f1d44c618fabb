"""A thread produces, and is slowed down by a bounded asyncio.Queue: backpressure over the border."""

import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    line: asyncio.Queue[int | None] = asyncio.Queue(maxsize=supplier.limit)
    stop = threading.Event()

    def produce() -> None:
        for crate in [*crates, *[None] * supplier.limit]:
            if stop.is_set():
                return
            asyncio.run_coroutine_threadsafe(line.put(crate), loop).result()

    async def work() -> None:
        while (crate := await line.get()) is not None:
            await supplier.deliver(crate)

    thread = threading.Thread(target=produce)
    thread.start()
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(supplier.limit):
                group.create_task(work())
    finally:
        stop.set()
        while not line.empty():  # room for the put that is under way
            line.get_nowait()
        await asyncio.to_thread(thread.join)
