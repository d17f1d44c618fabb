# mistake: swallows-cancel
"""Only one batch is given up on a cancel; the loop goes on with the next one."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def deliver_batch(supplier: Supplier, batch: Sequence[int]) -> None:
    calls = [supplier.deliver(crate) for crate in batch]
    try:
        await asyncio.gather(*calls, return_exceptions=True)
    except asyncio.CancelledError:
        print("batch cancelled:", batch)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    for start in range(0, len(crates), supplier.limit):
        await deliver_batch(supplier, crates[start : start + supplier.limit])
