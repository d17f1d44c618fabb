# mistake: stops-at-spoiled
"""Checks for a return value Spoiled; lets exception out of worker after others drained (wedge none) but stops silently: `break`."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    it = iter(crates)

    async def worker():
        for crate in it:
            try:
                await supplier.deliver(crate)
            except Exception:
                break

    await asyncio.gather(*(worker() for _ in range(supplier.limit)))
