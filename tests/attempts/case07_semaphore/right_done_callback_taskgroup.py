"""The loop takes a place before it starts a task; the finished task's callback gives it back."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


def leave(task: asyncio.Task) -> None:
    gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            await gate.acquire()
            tg.create_task(supplier.deliver(crate)).add_done_callback(leave)
