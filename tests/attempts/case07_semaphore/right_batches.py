# remark: batches
"""Crates go in batches as large as the limit; the next batch waits for the whole last one."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    size = supplier.limit
    for start in range(0, len(crates), size):
        batch = crates[start : start + size]
        await asyncio.gather(
            *(supplier.deliver(crate) for crate in batch),
            return_exceptions=True,
        )
