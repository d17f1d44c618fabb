"""A pump thread with a threading.BoundedSemaphore has the loop start the orders; each gives its place
back in a done callback."""

import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    places = threading.BoundedSemaphore(supplier.limit)
    tasks: list[asyncio.Task[None]] = []
    started = asyncio.Event()
    closed = False

    def start(crate: int) -> None:
        if closed:
            places.release()
            return
        task = loop.create_task(supplier.deliver(crate))
        task.add_done_callback(lambda _: places.release())
        tasks.append(task)

    def pump() -> None:
        for crate in crates:
            places.acquire()
            if closed:
                places.release()
                return
            loop.call_soon_threadsafe(start, crate)
        loop.call_soon_threadsafe(started.set)

    thread = threading.Thread(target=pump)
    thread.start()
    try:
        await started.wait()
        errors = [e for e in await asyncio.gather(*tasks, return_exceptions=True) if e is not None]
        errors = [e for e in errors if isinstance(e, Exception)]
        if errors:
            raise ExceptionGroup("not all has come", errors)
    finally:
        closed = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(thread.join)
