# mistake: not-released-on-error
"""The release comes right after the delivery, inside the try, so the except never gets to it."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        await gate.acquire()
        try:
            await supplier.deliver(crate)
            gate.release()
        except Spoiled as error:
            print(f"crate {crate}: {error}")

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(crate))
