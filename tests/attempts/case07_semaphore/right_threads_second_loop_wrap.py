"""A second event loop in its own thread. All orders go there by run_coroutine_threadsafe, and a
cancelled restock cancels the one future that stands for them all, waits for the hang-ups, and
closes the loop."""

import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    other = asyncio.new_event_loop()
    thread = threading.Thread(target=other.run_forever, name="office")
    thread.start()

    async def all_of_them() -> None:
        gate = asyncio.Semaphore(supplier.limit)

        async def order(crate: int) -> None:
            async with gate:
                await supplier.deliver(crate)

        async with asyncio.TaskGroup() as group:
            for crate in crates:
                group.create_task(order(crate))

    async def sweep() -> None:
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    work = asyncio.run_coroutine_threadsafe(all_of_them(), other)
    try:
        await asyncio.wrap_future(work)
    finally:
        # cancelling the wrapped future has cancelled `work`; wait until the other side is clean
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(sweep(), other))
        other.call_soon_threadsafe(other.stop)
        thread.join()
        other.close()
