# mistake: never-woken
"""Condition never notified: hangs."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    cond = asyncio.Condition()
    active = 0

    async def order(crate):
        nonlocal active
        async with cond:
            while active >= supplier.limit:
                await cond.wait()
            active += 1
        try:
            await supplier.deliver(crate)
        finally:
            active -= 1

    await asyncio.gather(*(order(c) for c in crates))
