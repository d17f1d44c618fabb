# mistake: plain
"""The workers' own cancellation is raised in place of the end."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    line: asyncio.Queue[int] = asyncio.Queue()
    for crate in crates:
        line.put_nowait(crate)

    async def worker() -> None:
        while True:
            crate = await line.get()
            try:
                await supplier.deliver(crate)
            finally:
                line.task_done()

    workers = [asyncio.create_task(worker()) for _ in range(supplier.limit)]
    try:
        await line.join()
    finally:
        for task in workers:
            task.cancel()
        await asyncio.gather(*workers)
