# mistake: left-in-the-air
"""Each batch is waited for with asyncio.wait, which leaves it running when it is cancelled."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    for start in range(0, len(crates), supplier.limit):
        batch = crates[start : start + supplier.limit]
        tasks = [asyncio.create_task(supplier.deliver(crate)) for crate in batch]
        await asyncio.wait(tasks)
