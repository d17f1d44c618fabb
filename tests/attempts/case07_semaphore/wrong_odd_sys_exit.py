# mistake: exits
"""Sys.exit on a spoiled crate."""

import asyncio
import sys
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            try:
                await supplier.deliver(crate)
            except Exception as err:
                sys.exit(f"spoiled: {err}")

    await asyncio.gather(*(order(c) for c in crates))
