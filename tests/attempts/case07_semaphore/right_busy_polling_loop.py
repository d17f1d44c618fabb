# remark: polling
"""One loop that starts a task whenever fewer than the limit are running, else spins."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    running = set()
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            while len(running) >= supplier.limit:
                await asyncio.sleep(0)
            task = tg.create_task(supplier.deliver(crate))
            running.add(task)
            task.add_done_callback(running.discard)
