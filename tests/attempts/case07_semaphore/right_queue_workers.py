"""As many workers as the supplier takes calls, fed from a queue and sent home in finally."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def worker(supplier: Supplier, queue: asyncio.Queue) -> None:
    while True:
        crate = await queue.get()
        try:
            await supplier.deliver(crate)
        except Spoiled as error:
            print(f"crate {crate} is spoiled: {error}")
        finally:
            queue.task_done()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    queue = asyncio.Queue()
    for crate in crates:
        queue.put_nowait(crate)
    workers = [asyncio.create_task(worker(supplier, queue)) for _ in range(supplier.limit)]
    try:
        await queue.join()
    finally:
        for task in workers:
            task.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
