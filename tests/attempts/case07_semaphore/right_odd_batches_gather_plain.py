# remark: batches
"""Reads oddly, and keeps every promise: batches with plain gather: first error raises, others of the batch left running."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    n = supplier.limit
    for i in range(0, len(crates), n):
        await asyncio.gather(*(supplier.deliver(c) for c in crates[i : i + n]))
