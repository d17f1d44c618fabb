"""As many threads as the supplier takes calls; each has its own event loop (threading.local), takes
crates from one queue, and can be cancelled through its loop."""

import asyncio
import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    line: queue.SimpleQueue[int] = queue.SimpleQueue()
    for crate in crates:
        line.put(crate)
    mine = threading.local()
    lock = threading.Lock()
    at_work: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[None]]] = []
    closed = False
    errors: list[Exception] = []

    async def work() -> None:
        mine.loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task is not None
        with lock:
            if closed:
                return
            at_work.append((mine.loop, task))
        try:
            while not closed:
                try:
                    crate = line.get_nowait()
                except queue.Empty:
                    return
                try:
                    await supplier.deliver(crate)
                except Exception as error:
                    errors.append(error)
        except asyncio.CancelledError:
            return
        finally:
            with lock:
                at_work.remove((mine.loop, task))

    threads = [threading.Thread(target=lambda: asyncio.run(work())) for _ in range(supplier.limit)]

    def join_all() -> None:
        for thread in threads:
            thread.join()

    for thread in threads:
        thread.start()
    joined = asyncio.create_task(asyncio.to_thread(join_all))
    try:
        await asyncio.shield(joined)
    except asyncio.CancelledError:
        with lock:  # whoever is in the list has a loop that still runs
            closed = True
            for loop, task in at_work:
                loop.call_soon_threadsafe(task.cancel)
        await asyncio.wait([joined])
        raise
    if errors:
        raise ExceptionGroup("spoiled", errors)
