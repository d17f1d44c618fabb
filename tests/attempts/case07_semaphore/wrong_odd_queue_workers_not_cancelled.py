# mistake: idle-workers
"""Workers left waiting on the queue after join (leak)."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    queue = asyncio.Queue()
    for crate in crates:
        queue.put_nowait(crate)

    async def worker():
        while True:
            crate = await queue.get()
            try:
                await supplier.deliver(crate)
            except Exception as err:
                print(err)
            finally:
                queue.task_done()

    workers = [asyncio.create_task(worker()) for _ in range(supplier.limit)]
    await queue.join()
    return len(workers)
