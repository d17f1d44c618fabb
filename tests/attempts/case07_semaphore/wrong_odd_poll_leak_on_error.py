# mistake: spinning
"""Polling counter not decremented on Spoiled: spins for ever."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    active = 0

    async def order(crate):
        nonlocal active
        while active >= supplier.limit:
            await asyncio.sleep(0.01)
        active += 1
        await supplier.deliver(crate)
        active -= 1

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
