# mistake: fire-and-forget
"""Sliding window with wait(FIRST_COMPLETED) that never waits for the last ones."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    pending = set()
    for crate in crates:
        if len(pending) >= supplier.limit:
            _, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        pending.add(asyncio.create_task(supplier.deliver(crate)))
