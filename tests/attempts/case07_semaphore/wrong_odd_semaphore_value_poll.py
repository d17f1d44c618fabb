# mistake: spinning
"""Looks at gate._value, waits, then takes without awaiting the turn."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        while gate._value == 0:
            await asyncio.sleep(0.01)
        gate._value -= 1
        await supplier.deliver(crate)
        gate._value += 1

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
