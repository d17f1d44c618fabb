# mistake: from-another-thread
import asyncio
import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    places = threading.Semaphore(supplier.limit)
    asking: queue.SimpleQueue[asyncio.Future[None] | None] = queue.SimpleQueue()

    def doorman() -> None:
        while (ticket := asking.get()) is not None:
            places.acquire()
            if ticket.done():
                places.release()
            else:
                ticket.set_result(None)

    async def order(crate: int) -> None:
        ticket: asyncio.Future[None] = loop.create_future()
        asking.put(ticket)
        await ticket
        try:
            await supplier.deliver(crate)
        finally:
            places.release()

    thread = threading.Thread(target=doorman)
    thread.start()
    try:
        async with asyncio.TaskGroup() as group:
            for crate in crates:
                group.create_task(order(crate))
    finally:
        asking.put(None)
        await asyncio.to_thread(thread.join)
