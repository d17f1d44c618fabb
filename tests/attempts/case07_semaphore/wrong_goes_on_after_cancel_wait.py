# mistake: goes-on-after-cancel
"""asyncio.wait doesn't pass a cancel on, so the workers empty the list without us."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = iter(crates)

    async def worker() -> None:
        for crate in todo:
            try:
                await supplier.deliver(crate)
            except Spoiled as error:
                print(error)

    workers = [asyncio.create_task(worker()) for _ in range(supplier.limit)]
    await asyncio.wait(workers)
