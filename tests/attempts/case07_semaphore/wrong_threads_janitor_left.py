# mistake: plain
import asyncio
import threading
import time
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    here: set[int] = set()

    def janitor() -> None:
        while True:
            time.sleep(0.05)
            len(here)

    threading.Thread(target=janitor, daemon=True).start()

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)
        here.add(crate)

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))
