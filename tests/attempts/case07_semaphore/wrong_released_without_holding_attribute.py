# mistake: released-without-holding
"""The gate hangs on the function and lives on; waiting tasks release it when cancelled."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async def deliver(crate: int) -> None:
        try:
            await restock.gate.acquire()
            await supplier.deliver(crate)
        finally:
            restock.gate.release()

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(crate))


restock.gate = asyncio.Semaphore(Supplier.limit)
