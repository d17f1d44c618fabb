"""A thread as doorman, with a threading.Semaphore: it lets the tickets in one by one, through
call_soon_threadsafe."""

import asyncio
import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    places = threading.Semaphore(supplier.limit)
    asking: queue.SimpleQueue[asyncio.Future[None] | None] = queue.SimpleQueue()

    def let_in(ticket: asyncio.Future[None]) -> None:
        if ticket.done():  # has gone away
            places.release()
        else:
            ticket.set_result(None)

    def doorman() -> None:
        while (ticket := asking.get()) is not None:
            places.acquire()
            loop.call_soon_threadsafe(let_in, ticket)

    async def order(crate: int) -> None:
        ticket: asyncio.Future[None] = loop.create_future()
        asking.put(ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            if not ticket.cancelled():  # let in and cancelled in one turn
                places.release()
            raise
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
        await asyncio.to_thread(thread.join)  # not in the loop: the doorman needs its turns
