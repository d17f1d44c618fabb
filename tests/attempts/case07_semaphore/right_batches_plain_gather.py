# remark: batches
"""Batch after batch with a plain gather: a batch with a spoiled crate is the last one."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def deliver_together(supplier: Supplier, batch: Sequence[int]) -> None:
    await asyncio.gather(*[supplier.deliver(crate) for crate in batch])


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    position = 0
    while position < len(crates):
        await deliver_together(supplier, crates[position : position + supplier.limit])
        position += supplier.limit
