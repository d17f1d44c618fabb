# mistake: goes-on-after-cancel
"""as_completed only looks at the tasks; when restock is cancelled they go on asking."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    tasks = [asyncio.create_task(deliver(crate)) for crate in crates]
    for finished in asyncio.as_completed(tasks):
        try:
            await finished
        except Spoiled:
            print("one crate was spoiled")
