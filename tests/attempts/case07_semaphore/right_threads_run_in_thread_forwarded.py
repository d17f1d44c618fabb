"""asyncio.run in a thread, and a cancellation that is carried over to it."""

import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    started = threading.Event()
    inside: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[None]]] = []

    async def all_of_them() -> None:
        gate = asyncio.Semaphore(supplier.limit)

        async def order(crate: int) -> None:
            async with gate:
                await supplier.deliver(crate)

        async with asyncio.TaskGroup() as group:
            for crate in crates:
                group.create_task(order(crate))

    async def main() -> None:
        task = asyncio.create_task(all_of_them())
        inside.append((asyncio.get_running_loop(), task))
        started.set()
        await asyncio.wait([task])
        if not task.cancelled() and (error := task.exception()):
            raise error

    work = asyncio.create_task(asyncio.to_thread(lambda: asyncio.run(main())))
    try:
        await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.to_thread(started.wait)
        loop, task = inside[0]
        try:
            loop.call_soon_threadsafe(task.cancel)
        except RuntimeError:  # it has ended meanwhile
            pass
        await asyncio.wait([work])
        raise
