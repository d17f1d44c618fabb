# mistake: never-ends
"""Retries any exception for ever, also Spoiled: infinite loop."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            while True:
                try:
                    return await supplier.deliver(crate)
                except Exception:
                    await asyncio.sleep(0.01)

    await asyncio.gather(*(order(c) for c in crates))
