# mistake: plain
"""Batches overlap by one: duplicates."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    n = supplier.limit
    for i in range(0, len(crates), n - 1):
        async with asyncio.TaskGroup() as tg:
            for crate in crates[i : i + n]:
                tg.create_task(supplier.deliver(crate))
